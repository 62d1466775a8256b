import type { FastifyInstance } from 'fastify'
import * as api from '../../../contract/auth-passkeys.ts'
import { accountBudgets, addressBudgets } from '../../../contract/request-budgets.ts'
import { route } from '../../kernel/http/route.ts'
import type { PasskeyAnswers } from './passkey-answers.ts'
import { tooLate } from './second-factor.ts'
import { requireOpen, type SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

const beginning = { policy: 'public', rateLimit: addressBudgets.passkey, keepAnswer: false } as const
const answering = { policy: 'public', rateLimit: addressBudgets.signIn, keepAnswer: false } as const

/** Signing in with a passkey alone, and with one as the second step. */
export function passkeySignInCommands(
  app: FastifyInstance,
  { challenges, passkeyChallenges, passkeys, secondFactors }: AuthTools,
  { open, currentUser, ask, answered }: SignIn & PasskeyAnswers,
): void {
  route(app, api.beginPasskeySignIn, beginning, async ({ request, reply }) =>
    ask({ purpose: 'sign-in', holder: passkeyChallenges.browserOf(request, reply), owner: null }, request),
  )

  route(app, api.passkeySignIn, answering, async ({ body, request, reply }) => {
    const holder = passkeyChallenges.knownBrowserOf(request) ?? ''
    const account = await answered(body.credential, { purpose: 'sign-in', holder, owner: null }, request)
    requireOpen(account)
    await open(account, 'passkey', null, request, reply)
    return { user: await currentUser(account) }
  })

  route(app, api.beginPasskeyStep, beginning, async ({ request }) => {
    const waiting = await challenges.waiting(request)
    if (!waiting) throw tooLate()
    const { userId: owner, holder } = waiting
    const hasPasskeys = (await passkeys.of(owner)).length > 0
    return {
      request: hasPasskeys ? await ask({ purpose: 'second-step', holder, owner }, request) : null,
      hasApp: (await secondFactors.of(owner))?.hasApp ?? false,
    }
  })

  route(app, api.verifyPasskeyStep, answering, async ({ body, request, reply }) => {
    const waiting = await challenges.waiting(request)
    const attempt = waiting && (await challenges.attempt(request))
    if (!attempt) throw tooLate()
    const { userId, method } = attempt
    await app.rateLimits.take(accountBudgets.secondFactor, String(userId), request.ip)
    const asked = { purpose: 'second-step', holder: waiting.holder, owner: userId } as const
    const account = await answered(body.credential, asked, request)
    if (!(await challenges.finish(request, reply))) throw tooLate()
    await open(account, method, 'passkey', request, reply)
    return { user: await currentUser(account) }
  })
}
