import { describe, expect, it } from 'vitest'
import { geneticsTabIn, isSameFormula, plainReplay, replayAddress, replayFrom } from './replay-address.ts'

const today = { weights: { donation: 2, volunteer: 1, time: 0.01 }, timeCap: 30_000 }

describe('a replay in the address', () => {
  it('comes back as it was chosen', () => {
    const whole = { ...plainReplay(today), from: '2026-10-01', to: '2026-10-31', bots: 'in', split: 'uniform' } as const
    for (const request of [plainReplay(today), whole])
      expect(replayFrom(new URL(replayAddress(request), 'https://campaign.example').search)).toEqual(request)
  })

  it('names its tab and the differences from the defaults', () => {
    expect(replayAddress(plainReplay(today))).toBe(
      '/genetic-analytics?tab=replay&donation=2&volunteer=1&time=0.01&cap=30',
    )
  })

  it.each([
    '',
    '?tab=replay',
    '?donation=2&volunteer=1&time=0.01',
    '?donation=two&volunteer=1&time=0.01&cap=30',
    '?donation=2&volunteer=&time=0.01&cap=30',
    '?donation=2000&volunteer=1&time=0.01&cap=30',
    '?donation=-1&volunteer=1&time=0.01&cap=30',
    '?donation=2&volunteer=1&time=0.01&cap=31',
  ])('is missing without a complete formula: %j', (search) => {
    expect(replayFrom(search)).toBeNull()
  })

  it('leaves out unknown days and words', () => {
    expect(replayFrom('?donation=2&volunteer=1&time=0.01&cap=30&from=soon&bots=all&split=x')).toEqual(
      plainReplay(today),
    )
  })
})

it('the tab is the analytics unless the address names the other', () => {
  expect([geneticsTabIn(''), geneticsTabIn('?tab=replay'), geneticsTabIn('?tab=x')]).toEqual([
    'analytics',
    'replay',
    'analytics',
  ])
})

it('formulas are the same when every weight and the cap are', () => {
  expect(isSameFormula(today, structuredClone(today))).toBe(true)
  expect(isSameFormula(today, { ...today, timeCap: 20_000 })).toBe(false)
  expect(isSameFormula(today, { ...today, weights: { ...today.weights, volunteer: 3 } })).toBe(false)
})
