import type { Knex } from 'knex'
import type { FitnessRules, SavedFormula } from '../../contract/fitness-replay.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { columnsOf } from './columns.ts'
import { namedFor } from './staff-names.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Rule = FitnessRules['current']
type FormulaRow = Omit<SavedFormula, 'by'> & { person: Person | null }

/** `rights`: of the reader. */
export async function fitnessRulesRow(knex: Knex, rights: HeldRights): Promise<FitnessRules> {
  const [rules, formulas] = await Promise.all([
    knex('read.fitness_rules')
      .orderBy('number', 'desc')
      .select<Rule[]>({ version: 'version', weights: 'weights', timeCap: 'time_cap', since: 'since' }),
    knex({ item: 'read.fitness_formulas' })
      .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.admin_id')
      .orderByRaw('app.sort_key(item.name) COLLATE "und-x-icu", item.name')
      .select<FormulaRow[]>(
        {
          ...columnsOf('item', 'name, request, savedAt, result'),
          check: 'item.last_check',
        },
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
      by: namedFor(rights, person ? nameOf(person) : 'Someone who was erased'),
    })),
  }
}

/** The formula saved under this name with its result; null when there is none. */
export async function savedFormulaRow(
  knex: Knex,
  name: string,
): Promise<Pick<SavedFormula, 'request' | 'result'> | null> {
  const row = await knex('read.fitness_formulas')
    .where({ name })
    .first<Pick<SavedFormula, 'request' | 'result'> | undefined>('request', 'result')
  return row ?? null
}
