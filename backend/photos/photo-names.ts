import { createHash } from 'node:crypto'
import type { PhotoSize, Squares } from './squares.ts'

const first128 = (hash: ReturnType<typeof createHash>) => hash.digest('hex').slice(0, 32)

/** Subject ids are random, so this hash cannot be traced to the person. */
export const ownerOf = (subject: string): string => first128(createHash('sha256').update(`photos of ${subject}`))

/** `<owner>/<name>`, 128 bits each: the same for the same photo in the same command. */
export function photoOf(subject: string, commandId: string, squares: Squares): string {
  const hash = createHash('sha256').update(`${subject} ${commandId}\n`)
  for (const bytes of squares.values()) hash.update(bytes)
  return `${ownerOf(subject)}/${first128(hash)}`
}

export const isPhoto = (text: string): boolean => /^[\da-f]{32}\/[\da-f]{32}$/.test(text)

/** The path of one size, relative to the root of the store. */
export const fileOf = (photo: string, size: PhotoSize): string => `${photo}-${size}.webp`
