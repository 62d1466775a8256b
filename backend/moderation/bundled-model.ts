import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Classification } from './classification.ts'
import { classify } from './classifier.ts'
import { decodeModel, type Model, versionOf } from './model-file.ts'

const file = join(import.meta.dirname, 'model.bin')

let loaded: Model | undefined

/** The model that ships with the site, read on first use and kept. */
export function bundledModel(): Model {
  loaded ??= decodeModel(readFileSync(file))
  return loaded
}

/** Asks no network, and gives the same text the same answer every time. */
export const classifyByBundledModel = (text: string): Classification => classify(text, bundledModel())

let version: string | undefined

/** The version of the bundled model, read without decoding the model. */
export const bundledVersion = (): string => {
  version ??= versionOf(readFileSync(file))
  return version
}
