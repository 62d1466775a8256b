import type { FastifyInstance, FastifyRequest } from 'fastify'
import { encode } from 'uqr'
import type { PasskeyAnswer } from '../../../contract/auth-passkeys.ts'
import * as api from '../../../contract/auth-second-factor.ts'
import { accountBudgets, addressBudgets } from '../../../contract/request-budgets.ts'
import type { Account } from '../../identity/accounts.ts'
import { otpauthUri } from '../../identity/totp.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { checkProof, notSignedIn, signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { type PasskeyAnswers, proofBy } from './passkey-answers.ts'
import { proofNeeded } from './password.ts'
import type { SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

// Secrets and recovery codes are shown once, so no response is stored for a replay.
const own = { policy: 'user', keepAnswer: false } as const

/** The same message for codes that are wrong, used or too old. */
const wrongCode = () => {
  const message = 'This code does not work. Enter the newest one; each code works once.'
  return new HttpProblem(400, message, { errors: [{ path: 'code', message }] })
}
export const tooLate = () => new DomainError('forbidden', 'This sign-in has expired. Please sign in again.')
const isOff = () => new DomainError('conflict', 'Two-step sign-in is off for your account.')

/** The second step of a sign-in, and how a person turns it on and off. */
export function secondFactorCommands(app: FastifyInstance, tools: AuthTools, flows: SignIn & PasskeyAnswers): void {
  const { accounts, secondFactors, challenges, sessions, signIns, reportFailedSignIn, accountMail } = tools

  route(
    app,
    api.verifyCode,
    { policy: 'public', rateLimit: addressBudgets.signIn, keepAnswer: false },
    async ({ body, request, reply }) => {
      const attempt = await challenges.attempt(request)
      const account = attempt && (await accounts.byId(attempt.userId))
      if (!account) throw tooLate()
      const { userId, method } = attempt
      await app.rateLimits.take(accountBudgets.secondFactor, String(userId), request.ip)
      const factor = await secondFactors.use(userId, body.code)
      if (factor === null) {
        await signIns.wrongStep(userId, method, 'code', await sessions.clientContextOf(request))
        await reportFailedSignIn(request, { userId, account: account.email.toLowerCase() })
        throw wrongCode()
      }
      if (!(await challenges.finish(request, reply))) throw tooLate()
      await flows.open(account, method, factor, request, reply)
      const recoveryCodesLeft = factor === 'code' ? null : await tellOfRecoveryCode(tools, account, request)
      return { user: await flows.currentUser(account), recoveryCodesLeft }
    },
  )

  route(app, api.readSecondFactor, { policy: 'user' }, async ({ request }) => stateOf(await flows.accountOf(request)))

  route(app, api.beginSecondFactor, own, async ({ body, request }) => {
    const account = await flows.accountOf(request)
    requireVerified(account)
    // A session and a password must not be enough to add an app beside a passkey.
    if (account.hasSecondFactor) checkProof(request)
    else if (!(await flows.isProven(account, request, { password: body.currentPassword })))
      throw proofNeeded(account.passwordHash)
    const secret = await secondFactors.begin(account.userId)
    if (secret === null) throw new DomainError('conflict', 'An authenticator app is already set up for your account.')
    const uri = otpauthUri({ secret, issuer: tools.siteName, account: account.email })
    return { secret, uri, qr: drawn(uri) }
  })

  route(app, api.turnOnSecondFactor, own, async ({ body, request }) => {
    const account = await flows.accountOf(request)
    if ((await secondFactors.of(account.userId))?.hasApp)
      throw new DomainError('conflict', 'An authenticator app is already set up for your account.')
    await app.rateLimits.take(accountBudgets.secondFactor, String(account.userId), request.ip)
    const recoveryCodes = request.person && (await secondFactors.turnOn(request.person, body.code))
    if (!recoveryCodes) throw wrongCode()
    accountMail.secondFactorTurnedOn(account.email)
    return { recoveryCodes }
  })

  route(app, api.turnOnWithPasskeys, { ...own, needsProof: true }, async ({ request }) => {
    const account = await flows.accountOf(request)
    requireVerified(account)
    const recoveryCodes = await secondFactors.turnOnWithPasskeys(signedIn(request))
    if (!recoveryCodes)
      throw new DomainError('conflict', 'Add a passkey first. If you have one, two-step sign-in is already on.')
    accountMail.secondFactorTurnedOn(account.email)
    return { recoveryCodes }
  })

  route(app, api.renewRecoveryCodes, own, async ({ body, request }) => {
    await showStep(body, request)
    const recoveryCodes = await secondFactors.renewRecoveryCodes(signedIn(request))
    if (!recoveryCodes) throw notSignedIn()
    return { recoveryCodes }
  })

  route(app, api.turnOffSecondFactor, own, async ({ body, request }) => {
    const account = await showStep(body, request)
    await secondFactors.turnOff(account.userId)
    accountMail.secondFactorTurnedOff(account.email)
    return stateOf(account)
  })

  async function stateOf({ userId }: Account) {
    const state = await secondFactors.of(userId)
    return {
      isOn: state !== null,
      turnedOnAt: state?.turnedOnAt ?? null,
      recoveryCodesLeft: state?.recoveryCodesLeft ?? 0,
      hasApp: state?.hasApp ?? false,
    }
  }

  /** An open session is not enough, because the device may have been left unlocked. */
  async function showStep(step: Step, request: FastifyRequest): Promise<Account> {
    const account = await flows.accountOf(request)
    if (!account.hasSecondFactor) throw isOff()
    if ('code' in step) await spendCode(tools, account, step.code, request)
    else await flows.answered(step.credential, proofBy(request), request)
    return account
  }
}

/** Verifying an address for the first time removes what a stranger may have set up, which would include this. */
function requireVerified({ isEmailVerified }: Account): void {
  if (!isEmailVerified)
    throw new DomainError('conflict', 'Please verify your email address first: open a magic link in this browser.')
}

/** A proof of identity beyond being signed in. */
type Step = { code: string } | { credential: PasskeyAnswer }

type CodeTools = Pick<AuthTools, 'secondFactors' | 'sessions' | 'accountMail' | 'reportFailedSignIn'>

/** Uses up a code of a signed-in person. */
export async function spendCode(
  tools: CodeTools,
  account: Account,
  code: string,
  request: FastifyRequest,
): Promise<void> {
  await request.server.rateLimits.take(accountBudgets.secondFactor, String(account.userId), request.ip)
  const factor = await tools.secondFactors.use(account.userId, code)
  if (factor === null) throw wrongCode()
  if (factor === 'recovery-code') await tellOfRecoveryCode(tools, account, request)
}

async function tellOfRecoveryCode(
  { secondFactors, sessions, accountMail }: CodeTools,
  { userId, email }: Account,
  request: FastifyRequest,
): Promise<number> {
  const left = (await secondFactors.of(userId))?.recoveryCodesLeft ?? 0
  accountMail.recoveryCodeUsed(email, { ...(await sessions.clientContextOf(request)), at: new Date(), left })
  return left
}

/** One path segment per module, so that the page needs no library to draw it. */
function drawn(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dark.join('') }
}
