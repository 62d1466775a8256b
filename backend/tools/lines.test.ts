import { expect, it } from 'vitest'
import { linesOf } from './lines.ts'

it('Lines are complete for any chunks, and not split at U+2028', async () => {
  const bytes = Buffer.from('a\nbü\u2028x\n\nc')
  async function* chunks() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  expect(await Array.fromAsync(linesOf(chunks()))).toEqual(['a', 'bü\u2028x', '', 'c'])
})
