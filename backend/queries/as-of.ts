import type { FastifyInstance } from 'fastify'
import { findPastMoment, openPast, type PastState } from '../../contract/as-of.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route, staff } from '../kernel/http/route.ts'

type AsOfTools = {
  past: {
    /** Null: the log begins later. */
    find(at: string): Promise<string | null>
    /** Throws NotAPosition, UnknownPosition, PastsInUse and PastFailed. */
    open(position: string, adminId: number): Promise<PastState>
  }
}

/** Errors by name, because this room does not import the projector. */
const statuses = new Map([
  ['NotAPosition', 400],
  ['UnknownPosition', 404],
  ['PastsInUse', 503],
  ['PastFailed', 503],
])

export async function asOfQueries(app: FastifyInstance, { past }: AsOfTools): Promise<void> {
  route(app, openPast, { ...staff('console'), hasPast: 'opens it' }, async ({ query: { position }, request }) => {
    try {
      return await past.open(position, signedIn(request).id)
    } catch (error) {
      const status = error instanceof Error ? statuses.get(error.name) : undefined
      if (!(error instanceof Error) || status === undefined) throw error
      throw new HttpProblem(status, error.message, status === 503 ? { headers: { 'retry-after': '60' } } : {})
    }
  })

  route(app, findPastMoment, { ...staff('console'), hasPast: 'opens it' }, async ({ query: { at } }) => {
    const position = await past.find(at)
    if (position === null) throw new HttpProblem(404, 'Nothing had happened by then. Choose a later moment.')
    return { position }
  })
}
