import { expect, it } from 'vitest'
import { createWaitingLines, packedLines, unpackedLines } from './packed-lines.ts'

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

it.each([0, 3, 2500, 6001])('%i lines that wait come back in their order', async (count) => {
  const lines = Array.from({ length: count }, (_, n) => `line ${n}`)
  const waiting = createWaitingLines(1000)
  for (const line of lines) await waiting.add(line)
  const parts: string[][] = []
  for (let part = await waiting.next(); !part.done; part = await waiting.next()) parts.push(part.value)
  expect(parts.flat()).toEqual(lines)
  expect(parts.every(({ length }) => length <= 1000)).toBe(true)
})

it('what goes wrong with a line is told', async () => {
  async function* broken() {
    yield 'a'
    throw new Error('No second line.')
  }
  await expect(packedLines(broken())).rejects.toThrow('No second line.')
})
