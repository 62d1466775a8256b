import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endOtherSessions, endSession, listSessions, listSignIns } from '../../../contract/auth-sessions.ts'
import { HttpProblem } from '../../http/problem.ts'
import { type Person, route } from '../../http/route.ts'
import type { OwnSessions } from '../../identity/own-sessions.ts'
import type { SignIns } from '../../identity/sign-ins.ts'

const user = { policy: 'user' } as const

/** Where one is signed in, and how signing in went: one's own only. */
export function sessionCommands(
  app: FastifyInstance,
  { ownSessions, signIns }: { ownSessions: OwnSessions; signIns: SignIns },
): void {
  route(app, listSessions, user, async ({ request }) => ownSessions.list(personOf(request)))
  route(app, listSignIns, user, async ({ request }) => signIns.of(personOf(request).id))

  route(app, endSession, user, async ({ params, request }) => {
    const isEnded = await ownSessions.endOne(personOf(request).id, params.id)
    if (!isEnded) throw new HttpProblem(404, 'This session has ended already.')
    return undefined
  })

  route(app, endOtherSessions, user, async ({ request }) => {
    await ownSessions.endOthers(personOf(request))
    return undefined
  })
}

function personOf({ person }: FastifyRequest): Person {
  if (!person) throw new HttpProblem(401, 'Please log in first.')
  return person
}
