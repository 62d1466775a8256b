import type { FastifyInstance, FastifyRequest } from 'fastify'
import { encode } from 'uqr'
import {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
  verifyCode,
} from '../../../contract/auth-second-factor.ts'
import { DomainError } from '../../domain/decider.ts'
import { HttpProblem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import type { Account } from '../../identity/accounts.ts'
import { otpauthUri } from '../../identity/totp.ts'
import { proofNeeded } from './password.ts'
import type { SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

// Secrets and recovery codes are shown once: no answer is kept for a replay.
const own = { policy: 'user', keepAnswer: false } as const

/** The same message for codes that are wrong, used or too old. */
const wrongCode = () => {
  const message = 'This code does not work. Enter the newest one; each code works once.'
  return new HttpProblem(400, message, { errors: [{ path: 'code', message }] })
}
const tooLate = () => new DomainError('forbidden', 'This sign-in has expired. Please sign in again.')
const isOff = () => new DomainError('conflict', 'Two-step sign-in is off for your account.')

/** The second step of a sign-in, and how a person turns it on and off. */
export function secondFactorCommands(app: FastifyInstance, tools: AuthTools, signInFlow: SignIn): void {
  const { accounts, secondFactors, challenges, sessions, signIns, reportFailedSignIn, accountMail } = tools

  route(
    app,
    verifyCode,
    { policy: 'public', rateLimit: 'sign-in', keepAnswer: false },
    async ({ body, request, reply }) => {
      const attempt = await challenges.attempt(request)
      const account = attempt && (await accounts.byId(attempt.userId))
      if (!account) throw tooLate()
      const { userId, method } = attempt
      await app.rateLimits.take('second-factor', String(userId), request.ip)
      const factor = await secondFactors.use(userId, body.code)
      if (factor === null) {
        await signIns.wrongCode(userId, method, await sessions.clientContextOf(request))
        await reportFailedSignIn(request, { userId, account: account.email.toLowerCase() })
        throw wrongCode()
      }
      if (!(await challenges.finish(request, reply))) throw tooLate()
      await signInFlow.open(account, method, factor, request, reply)
      const recoveryCodesLeft = factor === 'code' ? null : await tellOfRecoveryCode(account, request)
      return { user: await signInFlow.currentUser(account), recoveryCodesLeft }
    },
  )

  route(app, readSecondFactor, { policy: 'user' }, async ({ request }) => stateOf(await signInFlow.accountOf(request)))

  route(app, beginSecondFactor, own, async ({ body, request }) => {
    const account = await signInFlow.accountOf(request)
    // Verifying an address for the first time removes what a stranger may have set up, which would include this.
    if (!account.isEmailVerified)
      throw new DomainError('conflict', 'Please verify your email address first: open a magic link in this browser.')
    if (!(await signInFlow.isProven(account, request, { password: body.currentPassword })))
      throw proofNeeded(account.passwordHash)
    const secret = await secondFactors.begin(account.userId)
    if (secret === null) throw new DomainError('conflict', 'Two-step sign-in is on for your account already.')
    const uri = otpauthUri({ secret, issuer: tools.siteName, account: account.email })
    return { secret, uri, qr: drawn(uri) }
  })

  route(app, turnOnSecondFactor, own, async ({ body, request }) => {
    const account = await signInFlow.accountOf(request)
    if (account.hasSecondFactor) throw new DomainError('conflict', 'Two-step sign-in is on for your account already.')
    await app.rateLimits.take('second-factor', String(account.userId), request.ip)
    const recoveryCodes = request.person && (await secondFactors.turnOn(request.person, body.code))
    if (!recoveryCodes) throw wrongCode()
    accountMail.secondFactorTurnedOn(account.email)
    return { recoveryCodes }
  })

  route(app, renewRecoveryCodes, own, async ({ body, request }) => {
    const { userId } = await useCode(body.code, request)
    return { recoveryCodes: await secondFactors.renewRecoveryCodes(userId) }
  })

  route(app, turnOffSecondFactor, own, async ({ body, request }) => {
    const account = await useCode(body.code, request)
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
    }
  }

  /** An open session is not enough: somebody may have found the device unlocked. */
  async function useCode(code: string, request: FastifyRequest): Promise<Account> {
    const account = await signInFlow.accountOf(request)
    if (!account.hasSecondFactor) throw isOff()
    await app.rateLimits.take('second-factor', String(account.userId), request.ip)
    const factor = await secondFactors.use(account.userId, code)
    if (factor === null) throw wrongCode()
    if (factor === 'recovery-code') await tellOfRecoveryCode(account, request)
    return account
  }

  async function tellOfRecoveryCode({ userId, email }: Account, request: FastifyRequest): Promise<number> {
    const left = (await secondFactors.of(userId))?.recoveryCodesLeft ?? 0
    accountMail.recoveryCodeUsed(email, { ...(await sessions.clientContextOf(request)), at: new Date(), left })
    return left
  }
}

/** One path segment per module, so that the page needs no library to draw it. */
function drawn(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dark.join('') }
}
