import { expect, it } from 'vitest'
import { packedLines, unpackedLines } from './packed-lines.ts'

async function* each(texts: readonly string[]) {
  yield* texts
}

const unpacked = (pieces: Uint8Array[], atOnce = 7) => Array.fromAsync(unpackedLines(pieces, atOnce))

it.each([
  ['none', []],
  ['a blank one', ['']],
  ['short ones', ['a', '', 'b']],
  ['long ones with letters of several bytes', ['é🌽'.repeat(40_000), 'x'.repeat(100_000)]],
  ['very many', Array.from({ length: 50_000 }, (_, n) => `line ${n}`)],
])('lines are the same after they were packed: %s', async (_, lines) => {
  const pieces = await packedLines(each(lines))
  expect((await unpacked(pieces)).flat()).toEqual(lines)
  expect(pieces).toEqual([])
})

it('texts of several lines are unpacked as many lines at a time as are asked for', async () => {
  const pieces = await packedLines(each(['a\nb', 'c', 'd\ne']))
  expect(await unpacked(pieces, 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

it('what goes wrong with a line is told', async () => {
  async function* broken() {
    yield 'a'
    throw new Error('No second line.')
  }
  await expect(packedLines(broken())).rejects.toThrow('No second line.')
})
