import { inflateRawSync } from 'node:zlib'
import type { ReadRow } from './import-files.ts'
import type { ImportPace } from './import-pace.ts'

/** Rows that are compared with what is known at once, which blocks the event loop for milliseconds; whole batches. */
const sliceSizes = { others: 240, alone: 250 }

/**
 * Rows of a file, a slice per call, and null at the end: short slices beside commands of other people. Unpacks one part of the
 * file at a time; `parts` is emptied on the way.
 */
export function rowSlices<Details>(
  parts: Uint8Array[],
  { isAlone }: Pick<ImportPace, 'isAlone'>,
): () => ReadRow<Details>[] | null {
  let left: ReadRow<Details>[] = []
  return () => {
    if (left.length === 0) {
      const part = parts.shift()
      if (part === undefined) return null
      left = JSON.parse(inflateRawSync(part).toString())
    }
    return left.splice(0, isAlone() ? sliceSizes.alone : sliceSizes.others)
  }
}
