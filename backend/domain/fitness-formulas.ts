import type { Decider, Fact } from './decider.ts'
import type { Weights } from './gene-model.ts'

/** What to replay; null: without a limit. */
export type ReplayFormula = {
  weights: Weights
  timeCap: number
  from: string | null
  to: string | null
  bots: 'out' | 'in'
  split: 'thompson' | 'uniform'
}

type Formula = { name: string; request: ReplayFormula; adminId: number }

export type FitnessFormulaCommand = Fact<'SaveFormula', Formula> | Fact<'RemoveFormula', { name: string }>
export type FitnessFormulaEvent = Fact<'FormulaSaved', Formula> | Fact<'FormulaRemoved', { name: string }>

type Formulas = ReadonlyMap<string, string>

export const fitnessFormulaStream = 'fitness-formulas'

/** Formulas that analysts keep for replays. They decide nothing. */
export const fitnessFormulas: Decider<Formulas, FitnessFormulaCommand, FitnessFormulaEvent> = {
  initialState: new Map(),
  decide(command, formulas) {
    switch (command.type) {
      case 'SaveFormula': {
        const { name, request } = command.data
        return formulas.get(name) === JSON.stringify(request) ? [] : [{ type: 'FormulaSaved', data: command.data }]
      }
      case 'RemoveFormula':
        return formulas.has(command.data.name) ? [{ type: 'FormulaRemoved', data: command.data }] : []
    }
  },
  evolve(formulas, event) {
    const next = new Map(formulas)
    switch (event.type) {
      case 'FormulaSaved':
        return next.set(event.data.name, JSON.stringify(event.data.request))
      case 'FormulaRemoved':
        next.delete(event.data.name)
        return next
    }
  },
}
