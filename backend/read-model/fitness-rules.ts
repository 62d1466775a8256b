import type { Knex } from 'knex'
import type { FitnessRules, SavedFormula } from '../../contract/fitness-replay.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Rule = FitnessRules['current']
type FormulaRow = Omit<SavedFormula, 'by'> & { person: Person | null }

export async function fitnessRulesRow(knex: Knex): Promise<FitnessRules> {
  const [rules, formulas] = await Promise.all([
    knex('read.fitness_rules')
      .orderBy('number', 'desc')
      .select<Rule[]>({ version: 'version', weights: 'weights', timeCap: 'time_cap', since: 'since' }),
    knex({ item: 'read.fitness_formulas' })
      .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.admin_id')
      .orderByRaw('lower(item.name), item.name')
      .select<FormulaRow[]>(
        { name: 'item.name', request: 'item.request', savedAt: 'item.saved_at' },
        personOf(knex, 'admin', 'person'),
      ),
  ])
  const [current] = rules
  if (!current) throw new Error('There is no fitness rule yet.')
  return {
    current,
    rules,
    formulas: formulas.map(({ person, ...formula }) => ({
      ...formula,
      by: person ? nameOf(person) : 'Someone who was erased',
    })),
  }
}
