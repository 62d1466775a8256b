import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Classification } from '../domain/screening.ts'
import { decodeModel, type Model } from './model-file.ts'
import { judge } from './moderator.ts'

let loaded: Model | undefined

/** The model that ships with the program, read on first use and kept. */
export function embeddedModel(): Model {
  loaded ??= decodeModel(readFileSync(join(import.meta.dirname, 'model.bin')))
  return loaded
}

/** Judges a text by the embedded model: at once, without network, the same answer every time. */
export const moderate = (text: string): Classification => judge(text, embeddedModel())
