import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Classification } from '../domain/screening.ts'
import { classify } from './classifier.ts'
import { decodeModel, type Model } from './model-file.ts'

let loaded: Model | undefined

/** The model that ships with the site, read on first use and kept. */
export function bundledModel(): Model {
  loaded ??= decodeModel(readFileSync(join(import.meta.dirname, 'model.bin')))
  return loaded
}

/** Asks no network, and gives the same text the same answer every time. */
export const classifyByBundledModel = (text: string): Classification => classify(text, bundledModel())
