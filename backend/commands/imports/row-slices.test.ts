import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { ReadRow } from './import-files.ts'
import { rowSlices } from './row-slices.ts'

const part = (first: number, rows: number) => {
  const read = Array.from({ length: rows }, (_, n): ReadRow<string> => ({ line: first + n, details: 'Ruth' }))
  return new Uint8Array(deflateRawSync(JSON.stringify(read)))
}

function slicesOf(parts: Uint8Array[], isAlone: () => boolean): number[][] {
  const next = rowSlices<string>(parts, { isAlone })
  const slices: number[][] = []
  for (let rows = next(); rows !== null; rows = next()) slices.push(rows.map(({ line }) => line))
  return slices
}

it.each([
  ['short slices beside commands of other people', false, [240, 10, 10]],
  ['whole parts while no other person gives commands', true, [250, 10]],
])('reads %s', (_, isAlone, sizes) => {
  const parts = [part(2, 250), part(252, 10)]
  const slices = slicesOf(parts, () => isAlone)
  expect(slices.map(({ length }) => length)).toEqual(sizes)
  expect(slices.flat()).toEqual(Array.from({ length: 260 }, (_, n) => n + 2))
  expect(parts).toEqual([])
})

it('reads shorter slices of a part from the moment another person gives commands', () => {
  const answers = [true, false, false]
  const slices = slicesOf([part(2, 250), part(252, 250)], () => answers.shift() ?? false)
  expect(slices.map(({ length }) => length)).toEqual([250, 240, 10])
})
