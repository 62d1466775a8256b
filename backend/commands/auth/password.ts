import type { FastifyInstance } from 'fastify'
import { changePassword, readProofState } from '../../../contract/auth-password.ts'
import { notSignedIn, signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { userRow } from '../../read-model/users.ts'
import { checkPassword, requireSecondStep, type SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

/** Sets a password, also for people who forgot the old one and signed in with a magic link. */
export function passwordCommands(app: FastifyInstance, tools: AuthTools, signInFlow: SignIn): void {
  const { accounts, passwords, sessions, tokens, accountMail } = tools

  route(app, readProofState, { policy: 'user' }, async ({ request }) => {
    const account = await signInFlow.accountOf(request)
    return {
      hasPassword: account.passwordHash !== null,
      isNeededForPassword: !(await signInFlow.isProven(account, request, { isInboxNeeded: true })),
      isNeededForEmail: !(await signInFlow.isProven(account, request)),
    }
  })

  route(app, changePassword, { policy: 'user', keepAnswer: false }, async ({ body, request, reply }) => {
    const account = await signInFlow.accountOf(request)
    requireSecondStep(account, request)
    const proof = { password: body.currentPassword, isInboxNeeded: true }
    if (!(await signInFlow.isProven(account, request, proof))) throw proofNeeded(account.passwordHash)
    const { firstName = null, lastName = null } = (await userRow(tools.knex, account.userId)) ?? {}
    const own = [account.email, firstName, lastName]
    await checkPassword(body.newPassword, account.isStaff ? 'admin' : 'user', own, 'newPassword')
    const passwordHash = await passwords.hash(body.newPassword)
    const hashes = { from: account.passwordHash, to: passwordHash }
    if (!(await accounts.changePasswordHash(signedIn(request), hashes))) throw notSignedIn()
    // Lock out intruders: end sessions, and withdraw a requested change of address.
    await sessions.endAllOf(account.userId, { reason: 'password-changed' })
    await tokens.withdraw(account.userId, 'email-change')
    await sessions.start({ ...account, passwordHash }, 'password', request, reply)
    accountMail.passwordChanged(account.email)
    return { user: await signInFlow.currentUser(account) }
  })
}

/** The way to confirm one’s identity when the last sign-in was too long ago. */
export function proofNeeded(passwordHash: string | null): HttpProblem {
  if (passwordHash === null) return new HttpProblem(403, 'Please sign in again first: you signed in too long ago.')
  const message = 'Enter your current password, or sign in with a magic link first.'
  return new HttpProblem(400, message, { errors: [{ path: 'currentPassword', message }] })
}
