import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/fitness-replay.ts'
import { fitnessFormulaStream, fitnessFormulas } from '../domain/page-variations/fitness-formulas.ts'
import { pageVariations, populationStream } from '../domain/page-variations/page-variations.ts'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { route, staff } from '../kernel/http/route.ts'
import { fitnessRulesRow, savedFormulaRow } from '../read-model/fitness-rules.ts'
import type { Execute } from './command.ts'

type FormulaTools = {
  /** `until`: the last position of the log to use. */
  replay: (request: api.ReplayRequest, until?: string | null) => Promise<api.FitnessReplay>
  execute: Execute
  knex: Knex
}

/** Admins’ decisions about the value of a visit, and replays of recorded visits by another formula. */
export async function fitnessFormulaCommands(
  app: FastifyInstance,
  { execute, knex, replay }: FormulaTools,
): Promise<void> {
  route(app, api.changeFitness, staff('page-tests'), async ({ body, request }) => {
    await execute(request, pageVariations, populationStream, { type: 'ChangeFitness', data: body })
    return fitnessRulesRow(knex, signedIn(request).rights)
  })

  const oneReplay = createSemaphore({
    running: 1,
    waiting: 0,
    whenFull: 'Another replay is under way. Please try again in a moment.',
  })
  /** The newest results of this process, so that saving a result just shown does not compute it again. */
  const replayed = new Map<string, Pick<api.FitnessReplay, 'hash' | 'lastPosition'>>()

  const replayAlone = (request: api.ReplayRequest, until: string | null = null): Promise<api.FitnessReplay> =>
    oneReplay(() => replay(request, until))

  route(app, api.replayFitness, { ...staff('page-tests'), keepAnswer: false }, async ({ body }) => {
    const result = await replayAlone(body)
    const key = JSON.stringify(body)
    replayed.delete(key)
    replayed.set(key, { hash: result.hash, lastPosition: result.lastPosition })
    const [oldest] = replayed.keys()
    if (replayed.size > 20 && oldest !== undefined) replayed.delete(oldest)
    return result
  })

  route(app, api.saveFormula, staff('page-tests'), async ({ params: { name }, body, request: call }) => {
    const { hash, lastPosition } = replayed.get(JSON.stringify(body)) ?? (await replayAlone(body))
    const data = { name, request: body, result: { hash, lastPosition }, adminId: call.person?.id ?? 0 }
    await execute(call, fitnessFormulas, fitnessFormulaStream, { type: 'SaveFormula', data })
    return fitnessRulesRow(knex, signedIn(call).rights)
  })
  route(app, api.removeFormula, staff('page-tests'), async ({ params: { name }, request }) => {
    await execute(request, fitnessFormulas, fitnessFormulaStream, { type: 'RemoveFormula', data: { name } })
  })

  route(app, api.checkFormula, { ...staff('page-tests'), keepAnswer: false }, async ({ params: { name }, request }) => {
    const saved = await savedFormulaRow(knex, name)
    if (saved === null) throw new DomainError('not_found', 'This formula is no longer saved.')
    const { hash } = saved.result === null ? { hash: '' } : await replayAlone(saved.request, saved.result.lastPosition)
    const command = { type: 'RecordFormulaCheck', data: { name, hash } } as const
    await execute(request, fitnessFormulas, fitnessFormulaStream, command)
    return fitnessRulesRow(knex, signedIn(request).rights)
  })
}
