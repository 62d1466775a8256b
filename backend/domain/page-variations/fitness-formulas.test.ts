import { describe, expect, it } from 'vitest'
import { type FitnessFormulaCommand, type FitnessFormulaEvent, fitnessFormulas } from './fitness-formulas.ts'

const { initialState, decide, evolve } = fitnessFormulas
const given = (...events: FitnessFormulaEvent[]) => ({
  when: (command: FitnessFormulaCommand) => decide(command, events.reduce(evolve, initialState)),
})

const formula = {
  name: 'Volunteers first',
  request: {
    weights: { donation: 1, volunteer: 3, time: 0 },
    timeCap: 30_000,
    from: null,
    to: null,
    bots: 'out',
    split: 'thompson',
  },
  result: { hash: 'abc', lastPosition: '12' },
  adminId: 1,
} as const
const save = { type: 'SaveFormula', data: formula } as const
const saved = { type: 'FormulaSaved', data: formula } as const
const removed = { type: 'FormulaRemoved', data: { name: formula.name } } as const
const check = (hash: string) => ({ type: 'RecordFormulaCheck', data: { name: formula.name, hash } }) as const

describe('a formula', () => {
  it('is saved with its result, once', () => {
    expect(given().when(save)).toEqual([saved])
    expect(given(saved).when(save)).toEqual([])
  })
  it('is replaced when it gives another result', () => {
    const later = { ...formula, result: { hash: 'def', lastPosition: '13' } }
    expect(given(saved).when({ type: 'SaveFormula', data: later })).toEqual([{ type: 'FormulaSaved', data: later }])
  })
  it('is removed once', () => {
    expect(given(saved).when({ type: 'RemoveFormula', data: { name: formula.name } })).toEqual([removed])
    expect(given(saved, removed).when({ type: 'RemoveFormula', data: { name: formula.name } })).toEqual([])
  })
})

describe('checking a saved result', () => {
  it('says whether the replay gave the same hash again', () => {
    const checked = (hash: string, holds: boolean) => [
      { type: 'FormulaChecked', data: { name: formula.name, hash, holds } },
    ]
    expect(given(saved).when(check('abc'))).toEqual(checked('abc', true))
    expect(given(saved).when(check('xyz'))).toEqual(checked('xyz', false))
  })
  it('needs a saved result', () => {
    expect(() => given(saved, removed).when(check('abc'))).toThrow('This formula is no longer saved.')
    const old = { ...saved, data: { ...formula, result: null } }
    expect(() => given(old).when(check(''))).toThrow('Replay it and save it again.')
  })
})
