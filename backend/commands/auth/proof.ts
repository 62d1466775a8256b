import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../../contract/auth-proof.ts'
import { accountBudgets } from '../../../contract/request-budgets.ts'
import type { Account } from '../../identity/accounts.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { type PasskeyAnswers, proofBy } from './passkey-answers.ts'
import { spendCode } from './second-factor.ts'
import type { SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

const own = { policy: 'user', keepAnswer: false } as const

/**
 * The proof that people give again before actions for which an open session is not enough: the guard `needsProof`. With
 * two-step sign-in it is the second step, so that a session and a password are not enough.
 */
export function proofCommands(app: FastifyInstance, tools: AuthTools, flows: SignIn & PasskeyAnswers): void {
  const { passkeys, secondFactors, ownSessions, reportFailedSignIn } = tools
  const { accountOf, ask, answered, isPasswordOf } = flows

  async function stateOf(
    { userId, passwordHash }: Account,
    { isFresh }: { isFresh: boolean },
  ): Promise<api.FreshProof> {
    const factor = await secondFactors.of(userId)
    return {
      isFresh,
      hasPassword: factor === null && passwordHash !== null,
      hasCodes: factor !== null,
      hasPasskeys: (await passkeys.of(userId)).length > 0,
    }
  }

  async function accept(account: Account, request: FastifyRequest): Promise<api.FreshProof> {
    await ownSessions.prove(signedIn(request))
    return stateOf(account, { isFresh: true })
  }

  async function checkPassword(account: Account, password: string, request: FastifyRequest): Promise<void> {
    if (account.hasSecondFactor) throw new DomainError('conflict', 'Use a code or a passkey: two-step sign-in is on.')
    if (await isPasswordOf(account, password, request)) return
    await reportFailedSignIn(request, { userId: account.userId, account: account.email.toLowerCase() })
    const message = 'This is not your current password.'
    throw new HttpProblem(400, message, { errors: [{ path: 'password', message }] })
  }

  route(app, api.readFreshProof, own, async ({ request }) =>
    stateOf(await accountOf(request), { isFresh: signedIn(request).isProven }),
  )

  route(app, api.prove, own, async ({ body, request }) => {
    const account = await accountOf(request)
    if ('code' in body) await spendCode(tools, account, body.code, request)
    else await checkPassword(account, body.password, request)
    return accept(account, request)
  })

  route(app, api.beginPasskeyProof, own, ({ request }) => ask(proofBy(request), request))

  route(app, api.proveByPasskey, own, async ({ body, request }) => {
    await app.rateLimits.take(accountBudgets.secondFactor, String(signedIn(request).id), request.ip)
    return accept(await answered(body.credential, proofBy(request), request), request)
  })
}
