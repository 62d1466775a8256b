import { describe, expect, it } from 'vitest'
import { colorOf, contrastRatio, over } from './contrast.ts'

describe('the contrast of two colors', () => {
  it('is 21 for black on white, 1 for a color on itself, and the same either way', () => {
    const [black, white] = [colorOf('rgb(0, 0, 0)'), colorOf('rgb(255, 255, 255)')]
    expect(contrastRatio(black, white)).toBeCloseTo(21, 10)
    expect(contrastRatio(white, black)).toBeCloseTo(21, 10)
    expect(contrastRatio(white, white)).toBe(1)
  })

  it('distinguishes the gray that is just enough on white from the next lighter one', () => {
    const white = colorOf('rgb(255, 255, 255)')
    expect(contrastRatio(colorOf('rgb(118, 118, 118)'), white)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(colorOf('rgb(119, 119, 119)'), white)).toBeLessThan(4.5)
  })
})

it('a computed color is read with its opacity, in both notations', () => {
  expect(colorOf('rgba(4, 10, 22, 0.5)')).toEqual([4, 10, 22, 0.5])
  expect(colorOf('rgb(4 10 22 / 62%)')).toEqual([4, 10, 22, 0.62])
  expect(colorOf('transparent')[3]).toBe(0)
})

it('a color that lets half of white through is half as dark', () => {
  expect(over(colorOf('rgba(0, 0, 0, 0.5)'), colorOf('rgb(255, 255, 255)'))).toEqual([127.5, 127.5, 127.5, 1])
})
