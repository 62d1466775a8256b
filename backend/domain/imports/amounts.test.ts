import { describe, expect, it } from 'vitest'
import { centsOf } from './amounts.ts'

describe('an amount', () => {
  it.each([
    ['25', 2500],
    ['$1,250.00', 125_000],
    ['25.0000', 2500],
    ['25 USD', 2500],
    ['USD 25', 2500],
    ['US$ 25.5', 2550],
    ['.50', 50],
    ['$.50', 50],
    ['1.250,00', 125_000],
    ['25,00', 2500],
    ['1,250', 125_000],
    ['\u00a025\u00a0', 2500],
    ['0.00', 0],
    ['-25.00', -2500],
    ['-$10.00', -1000],
    ['$-10.00', -1000],
    ['($1,250.00)', -125_000],
    ['\u221225', -2500],
    ['25.00-', -2500],
  ])('%s is read', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })

  it.each(['', '$', '.', 'twenty', '1,2', '25.005', '12 34', '25 EUR', '--5', '(25'])('%s is refused', (text) => {
    expect(centsOf(text)).toBeNull()
  })
})
