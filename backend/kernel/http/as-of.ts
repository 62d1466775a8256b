import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { asOfHeader } from '../../../records/http/as-of-header.ts'
import { errorNames } from '../../../records/http/error-names.ts'
import { logPosition } from '../../../records/http/log-position.ts'
import { problemCodes } from '../../../records/http/problem-codes.ts'
import type { ConsoleReads } from './console-reads.ts'
import { HttpProblem } from './problem.ts'
import { isForStaff } from './staff-policy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The position of the log as of which an admin reads; null: as of now. */
    asOf: string | null
  }
}

const problemWith = (code: string, message: string) => new HttpProblem(409, message, { details: { code } })
export const noPast = () => problemWith(problemCodes.noPast, 'This is known only as it is now.')
export const pastNotReady = () =>
  problemWith(problemCodes.pastNotReady, 'This moment of the past has to be prepared first.')

/**
 * Reads the header of admins who look at the past. Refuses it on every route of the console that does not say `hasPast`, so
 * that no command runs by mistake and no answer of now looks like one of then.
 */
export function readAsOf(app: FastifyInstance): void {
  app.decorateRequest('asOf', null)
  app.addHook('preValidation', async (request) => {
    const value = request.headers[asOfHeader]
    const { policy, hasPast } = request.routeOptions.config
    if (value === undefined || !isForStaff(policy) || hasPast === 'opens it') return
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw problemWith(
        problemCodes.pastIsReadOnly,
        'You are looking at the past, where nothing can be changed. Go back to now first.',
      )
    if (hasPast !== true) throw noPast()
    const { success, data } = logPosition.safeParse(value)
    if (!success) throw new HttpProblem(400, 'As-Of takes the position of an event.')
    request.asOf = data
  })
}

type PastReads = {
  /** Throws PastNotReady and NoPast. */
  read<Result>(position: string, read: (source: { knex: Knex; now: Date }) => Promise<Result>): Promise<Result>
}

/** Lists as of the position that the request names, if it names one. */
export function withPast(reads: ConsoleReads, past: PastReads): ConsoleReads {
  type Read<Result> = (source: { knex: Knex; now: Date }) => Promise<Result>
  async function readPast<Result>(request: FastifyRequest, position: string, read: Read<Result>): Promise<Result> {
    try {
      return await past.read(position, read)
    } catch (error) {
      // Recognized by name: this room does not import the projector.
      if (!(error instanceof Error)) throw error
      if (error.name === errorNames.noPast) {
        request.log.warn({ err: error }, 'A list of the past asked for what has none.')
        throw noPast()
      }
      if (error.name === errorNames.notAPosition) throw new HttpProblem(400, error.message)
      if (error.name === errorNames.pastNotReady) throw pastNotReady()
      if (error.name === errorNames.unknownPosition) throw new HttpProblem(404, 'There is no such event.')
      throw error
    }
  }
  const through =
    (readNow: ConsoleReads['list']): ConsoleReads['list'] =>
    (request, read) =>
      request.asOf === null ? readNow(request, read) : readPast(request, request.asOf, read)
  return { ...reads, list: through(reads.list), item: through(reads.item) }
}
