import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw, createInflateRaw } from 'node:zlib'

/**
 * Lines in one compressed stream, in pieces; a text has one line or several. One stream and not one for each text, since what zlib
 * makes for a stream is kept until a full collection: 64 kB.
 */
export async function packedLines(texts: AsyncIterable<string> | Iterable<string>): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  async function* ended() {
    for await (const text of texts) yield `${text}\n`
  }
  await pipeline(ended(), createDeflateRaw({ level: 1 }), async (packed: AsyncIterable<Uint8Array>) => {
    for await (const piece of packed) pieces.push(new Uint8Array(piece))
  })
  return pieces
}

function* taken(pieces: Uint8Array[]) {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece
}

/** The packed lines, `atOnce` lines at a time. `pieces` is emptied on the way. */
export async function* unpackedLines(pieces: Uint8Array[], atOnce: number): AsyncGenerator<string[]> {
  const texts: AsyncIterable<string> = Readable.from(taken(pieces)).pipe(createInflateRaw()).setEncoding('utf8')
  let lines: string[] = []
  let begun: string[] = []
  for await (const text of texts) {
    const [rest = '', ...further] = text.split('\n')
    begun.push(rest)
    for (const next of further) {
      lines.push(begun.join(''))
      begun = [next]
      if (lines.length < atOnce) continue
      yield lines
      lines = []
    }
  }
  if (lines.length > 0) yield lines
}

/** Lines that are not packed yet. */
const maxPlain = 2500

/** Lines that are kept until all others were read, many of them packed. `atOnce`: lines that come back at a time. */
export function createWaitingLines(atOnce: number) {
  const packed: Uint8Array[][] = []
  let plain: string[] = []
  async function* taken(): AsyncGenerator<string[]> {
    for (const pieces of packed.splice(0)) yield* unpackedLines(pieces, atOnce)
    while (plain.length > 0) yield plain.splice(0, atOnce)
  }
  let taking: AsyncGenerator<string[]> | null = null
  return {
    async add(line: string): Promise<void> {
      plain.push(line)
      if (plain.length < maxPlain) return
      const full = plain
      plain = []
      packed.push(await packedLines([full.join('\n')]))
    },
    /** In the order in which they were added. Call it after the last was added. */
    next() {
      taking ??= taken()
      return taking.next()
    },
  }
}
