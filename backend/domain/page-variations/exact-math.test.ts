import { expect, it } from 'vitest'
import { randomFrom } from '../random.ts'
import { chiSquareAbove, exp, ln, normalBelow, normalsFrom } from './exact-math.ts'

it('exp and ln agree with the engine to 15 digits', () => {
  for (let x = -700; x <= 700; x += 0.37) expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(2e-15)
  for (let x = 1e-9; x < 1e9; x *= 1.07)
    expect(Math.abs(ln(x) - Math.log(x))).toBeLessThan(3e-15 * Math.max(1, Math.abs(Math.log(x))))
  expect([exp(0), ln(1), ln(0)]).toEqual([1, 0, Number.NEGATIVE_INFINITY])
})

it('normal numbers have mean 0 and variance 1, and the same seed gives the same ones', () => {
  const draw = (seed: string, count: number) => {
    const normal = normalsFrom(randomFrom(seed))
    return Array.from({ length: count }, normal)
  }
  const numbers = draw('a seed', 100_000)
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const variance = numbers.reduce((sum, number) => sum + number * number, 0) / numbers.length
  expect(Math.abs(mean)).toBeLessThan(0.015)
  expect(Math.abs(variance - 1)).toBeLessThan(0.02)
  expect(draw('frozen', 3)).toEqual(draw('frozen', 3))
})

it('knows the usual quantiles', () => {
  expect(normalBelow(1.959964)).toBeCloseTo(0.975, 6)
  expect(normalBelow(-1.281552)).toBeCloseTo(0.1, 6)
  for (const [degrees, critical] of [
    [1, 10.8276],
    [2, 13.8155],
    [4, 18.4668],
    [5, 20.515],
    [9, 27.8772],
  ] as const)
    expect(chiSquareAbove(critical, degrees)).toBeCloseTo(0.001, 6)
  for (const [degrees, critical] of [
    [200, 267.541],
    [1000, 1143.917],
  ] as const)
    expect(chiSquareAbove(critical, degrees)).toBeCloseTo(0.001, 4)
})
