import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import type { Weights } from './gene-model.ts'

/** The visits to replay; null: no limit. */
export type ReplayFormula = {
  weights: Weights
  timeCap: number
  from: string | null
  to: string | null
  bots: 'out' | 'in'
  split: 'thompson' | 'uniform'
}

/** The result of a replay. Replaying up to the same position must give the same hash. */
export type ReplayResult = { hash: string; lastPosition: string | null }

/** `result`: null for formulas that an older release saved. */
type Formula = { name: string; request: ReplayFormula; result: ReplayResult | null; adminId: number }

export type FitnessFormulaCommand =
  | Fact<'SaveFormula', Formula>
  | Fact<'RemoveFormula', { name: string }>
  /** `hash`: the hash of the recomputed result. */
  | Fact<'RecordFormulaCheck', { name: string; hash: string }>
export type FitnessFormulaEvent =
  | Fact<'FormulaSaved', Formula>
  | Fact<'FormulaRemoved', { name: string }>
  | Fact<'FormulaChecked', { name: string; hash: string; holds: boolean }>

type Formulas = ReadonlyMap<string, { request: string; result: ReplayResult | null }>

export const fitnessFormulaStream = 'fitness-formulas'

/** Formulas that analysts save for replays. They have no influence on the live pages. */
export const fitnessFormulas: Decider<Formulas, FitnessFormulaCommand, FitnessFormulaEvent> = {
  initialState: new Map(),
  decide(command, formulas) {
    switch (command.type) {
      case 'SaveFormula': {
        const { name, request, result } = command.data
        const known = formulas.get(name)
        const isSame = known?.request === JSON.stringify(request) && known.result?.hash === result?.hash
        return isSame ? [] : [{ type: 'FormulaSaved', data: command.data }]
      }
      case 'RemoveFormula':
        return formulas.has(command.data.name) ? [{ type: 'FormulaRemoved', data: command.data }] : []
      case 'RecordFormulaCheck': {
        const { name, hash } = command.data
        const known = formulas.get(name)
        if (!known) throw new DomainError('not_found', 'This formula is no longer saved.')
        if (known.result === null)
          throw new DomainError('conflict', 'This formula was saved without a result. Replay it and save it again.')
        return [{ type: 'FormulaChecked', data: { name, hash, holds: known.result.hash === hash } }]
      }
    }
  },
  evolve(formulas, event) {
    const next = new Map(formulas)
    switch (event.type) {
      case 'FormulaSaved':
        return next.set(event.data.name, {
          request: JSON.stringify(event.data.request),
          result: event.data.result,
        })
      case 'FormulaRemoved':
        next.delete(event.data.name)
        return next
      case 'FormulaChecked':
        return formulas
    }
  },
}
