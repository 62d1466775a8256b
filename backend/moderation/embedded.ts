import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeModel, type Model } from './model-file.ts'
import { judge } from './moderator.ts'
import type { Verdict } from './verdict.ts'

let loaded: Model | undefined

/** The model that ships with the program, read on first use and kept. */
export function embeddedModel(): Model {
  loaded ??= decodeModel(readFileSync(join(import.meta.dirname, 'model.bin')))
  return loaded
}

/** Judges a text by the embedded model: at once, without network, the same verdict every time. */
export const moderate = (text: string): Verdict => judge(text, embeddedModel())
