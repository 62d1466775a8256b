import type { EvolutionVerificationEvent } from '../domain/page-variations/evolution-verifications.ts'
import type { FitnessFormulaEvent } from '../domain/page-variations/fitness-formulas.ts'
import { columnsOf, insert, type Projection, remove, update } from '../kernel/projector/projection.ts'

/**
 * Tables `fitness_formulas`: saved for replays, each with its result and the newest check of it;
 * `evolution_verifications`: each recomputation with its findings.
 */
export const fitnessFormulasProjection: Projection<FitnessFormulaEvent | EvolutionVerificationEvent> = {
  name: 'fitness-formulas',
  version: 2,
  tables: {
    fitness_formulas: {
      columns: {
        name: 'text NOT NULL',
        request: 'json NOT NULL',
        result: 'json',
        last_check: 'json',
        admin_id: 'integer NOT NULL',
        saved_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['name'],
    },
    evolution_verifications: {
      columns: {
        id: 'text NOT NULL',
        at: 'timestamptz NOT NULL',
        servings: 'bigint NOT NULL',
        scorings: 'integer NOT NULL',
        generations: 'integer NOT NULL',
        is_intact: 'boolean NOT NULL',
        finding: 'text NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { evolution_verifications_newest: '(at)' },
    },
  },
  on: {
    FormulaSaved: ({ data: { name, request, result, adminId }, metadata: { at } }) => [
      insert('fitness_formulas', { name, request, result, last_check: null, admin_id: adminId, saved_at: at }),
    ],
    FormulaChecked: ({ data: { name, hash, holds }, metadata }) => [
      update('fitness_formulas', { name }, { last_check: { at: metadata.at, hash, holds } }),
    ],
    FormulaRemoved: ({ data: { name } }) => [remove('fitness_formulas', { name })],
    EvolutionVerified: ({ data: { verificationId: id, ...findings }, metadata: { at } }) => [
      insert('evolution_verifications', { id, at, ...columnsOf(findings) }),
    ],
  },
}
