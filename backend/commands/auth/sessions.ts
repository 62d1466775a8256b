import type { FastifyInstance } from 'fastify'
import * as api from '../../../contract/auth-sessions.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { ownPastSessions } from '../../read-model/past-sessions.ts'
import type { AuthTools } from './tools.ts'

const user = { policy: 'user' } as const
/** Otherwise a person who found an open session could sign its owner out everywhere else. */
const proven = { policy: 'user', needsProof: true } as const

/** People's own sessions and sign-in history. */
export function sessionCommands(
  app: FastifyInstance,
  { ownSessions, signIns, knex }: Pick<AuthTools, 'ownSessions' | 'signIns' | 'knex'>,
): void {
  route(app, api.listSessions, user, async ({ request }) => ownSessions.list(signedIn(request)))
  route(app, api.listPastSessions, user, ({ request }) => ownPastSessions(knex, signedIn(request).id))
  route(app, api.listSignIns, user, async ({ request }) => signIns.of(signedIn(request).id))

  route(app, api.endSession, proven, async ({ params, request }) => {
    const isEnded = await ownSessions.endOne(signedIn(request).id, params.id, { reason: 'signed-out-elsewhere' })
    if (!isEnded) throw new HttpProblem(404, 'This session has already ended.')
  })

  route(app, api.endOtherSessions, proven, async ({ request }) => {
    await ownSessions.endOthers(signedIn(request))
  })
}
