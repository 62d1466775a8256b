import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CodeNeeded, CurrentUser } from '../../../contract/auth.ts'
import { campaign, campaignName } from '../../../contract/campaign.ts'
import { accountBudgets } from '../../../contract/request-budgets.ts'
import { profile } from '../../../records/users.ts'
import { valuesIn } from '../../../records/values.ts'
import type { Account } from '../../identity/accounts.ts'
import { passwordLengthProblem, passwordProblem } from '../../identity/password-rules.ts'
import type { SecondFactor } from '../../identity/second-factors.ts'
import type { SignInMethod } from '../../identity/sessions.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { checkProof, notSignedIn } from '../../kernel/http/guards.ts'
import { workProofOf } from '../../kernel/http/plain-forms.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { preferencesOf } from '../../read-model/preferences.ts'
import { userRow } from '../../read-model/users.ts'
import type { SignInTools } from './tools.ts'

export type Names = Pick<CurrentUser, 'firstName' | 'lastName'>

export type SignIn = ReturnType<typeof createSignIn>

/** Seconds for which a new session, or a proof in it, counts like the password or the inbox. */
const fresh = 15 * 60

const wrongCredentials = () => new HttpProblem(401, 'Invalid email or password.')

/** The steps shared by every way to sign in. */
export function createSignIn(tools: SignInTools) {
  const { accounts, passwords, sessions, ownSessions, signIns, challenges, accountMail, reportFailedSignIn, knex } =
    tools

  /** The account, if the password is correct. An unknown address gets the same answer after the same work. */
  async function verified(
    account: Account | null,
    { email, password }: { email: string; password: string },
    request: FastifyRequest,
  ): Promise<Account> {
    const living = account?.isRegistered ? account : null
    const { rateLimits } = request.server
    await rateLimits.guess(email, workProofOf(request))
    const isRight = await passwords.verify(password, living?.passwordHash ?? null)
    if (living && isRight) await rateLimits.guessedRight(email)
    if (!living || !isRight) {
      await signIns.failed(living?.userId ?? null, await sessions.clientContextOf(request))
      await reportFailedSignIn(request, { userId: living?.userId ?? null, account: email.toLowerCase() })
      throw wrongCredentials()
    }
    requireOpen(living)
    // The password is older than their rights; its length is known only here.
    const problem = living.isStaff ? passwordLengthProblem(password, 'admin') : null
    if (problem !== null)
      throw new HttpProblem(403, `${problem} Sign in with a magic link and set a new one in your settings.`)
    if (living.passwordHash === null || !passwords.isOutdated(living.passwordHash)) return living
    const passwordHash = await passwords.hash(password)
    if (await accounts.renewPasswordHash(living.userId, { from: living.passwordHash, to: passwordHash }))
      return { ...living, passwordHash }
    // The password was changed, or another sign-in hashed it again.
    return verified(await accounts.byId(living.userId), { email, password }, request)
  }

  /** The password of a signed-in person, within the limits of signing in. */
  async function isPasswordOf(account: Account, password: string, request: FastifyRequest): Promise<boolean> {
    const { rateLimits } = request.server
    await rateLimits.take(accountBudgets.signIn, account.email, request.ip)
    await rateLimits.guess(account.email, workProofOf(request))
    const isRight = await passwords.verify(password, account.passwordHash)
    if (isRight) await rateLimits.guessedRight(account.email)
    return isRight
  }

  /** After the first step: starts a session (null), or a challenge when a code is required. */
  async function begin(
    account: Account,
    method: SignInMethod,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<CodeNeeded | null> {
    if (!account.hasSecondFactor) {
      await open(account, method, null, request, reply)
      return null
    }
    if (!(await challenges.start(account, method, request, reply))) throw wrongCredentials()
    return { isCodeNeeded: true }
  }

  /** Starts a session, and mails the person when the device is new, unless they switched that off. */
  async function open(
    account: Account,
    method: SignInMethod,
    secondFactor: SecondFactor | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!(await sessions.start(account, method, request, reply))) throw wrongCredentials()
    const client = await sessions.clientContextOf(request)
    const { isNewDevice } = await signIns.succeeded(account.userId, method, secondFactor, client)
    if (isNewDevice) await alert(account, (to) => accountMail.newSignIn(to, { ...client, at: new Date() }))
  }

  /** Rights come from app.accounts, the rest from the read model, or from an event that it does not show yet. */
  async function currentUser(account: Account, names?: Names): Promise<CurrentUser> {
    const row = names ? null : await userRow(knex, account.userId)
    const { userId: id, email, isAdmin, isActive, isBanned, isEmailVerified, createdAt } = account
    return { ...(row ?? emptyProfile), ...names, id, email, isAdmin, isActive, isBanned, isEmailVerified, createdAt }
  }

  /**
   * True when the person confirmed their identity: by `password` (400 when it is wrong), or by signing in or another proof
   * within the last 15 minutes. `isInboxNeeded`: for accounts with a password, only a sign-in by magic link counts.
   */
  async function isProven(
    account: Account,
    request: FastifyRequest,
    { password, isInboxNeeded = false }: { password?: string | undefined; isInboxNeeded?: boolean } = {},
  ): Promise<boolean> {
    if (password !== undefined && account.passwordHash !== null) {
      if (await isPasswordOf(account, password, request)) return true
      throw fieldProblem('currentPassword', 'This is not your current password.')
    }
    const current = request.person && (await ownSessions.current(request.person))
    if (!current) return false
    if (isInboxNeeded && account.passwordHash !== null) return current.method === 'magic-link' && current.age <= fresh
    return current.proofAge <= fresh
  }

  /** Tells the person about changes to their sign-in methods, unless they switched that off. */
  async function alert({ userId, email }: Account, mail: (to: string) => void): Promise<void> {
    if ((await preferencesOf(knex, userId)).securityAlerts) mail(email)
    else await accountMail.switchedOff(email)
  }

  /** The account of this session; routes with the policy 'user' have one, unless it ended just now. */
  async function accountOf({ person }: FastifyRequest): Promise<Account> {
    const account = person && (await accounts.byId(person.id))
    if (!account) throw notSignedIn()
    return account
  }

  return { verified, begin, open, currentUser, isPasswordOf, isProven, alert, accountOf }
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: campaign.timeZone,
})

const emptyProfile = { ...valuesIn(profile, {}), profileImageUrl: null }

/** With two-step sign-in, neither password nor inbox is enough to change them. Throws HttpProblem 403. */
export function requireSecondStep({ hasSecondFactor }: Account, request: FastifyRequest): void {
  if (hasSecondFactor) checkProof(request)
}

/** Only for people who proved that the account is theirs. Throws DomainError 'forbidden'. */
export function requireOpen({ isBanned, isActive, banReason, bannedUntil }: Account): void {
  if (isBanned) {
    const until = bannedUntil === null ? '' : ` until ${moment.format(new Date(bannedUntil))}`
    const reason = banReason === null ? '' : ` Reason: ${banReason.replace(/[.!?]?$/, (end) => end || '.')}`
    throw new DomainError('forbidden', `This account is banned${until}.${reason} Contact us if that is a mistake.`)
  }
  if (!isActive)
    throw new DomainError('forbidden', 'This account is deactivated. Contact us if you want to use it again.')
}

/** Words that guessing programs try first here. */
const siteNames = [campaignName, campaign.candidate, campaign.area, campaign.state, campaign.districtShort]

const fieldProblem = (path: string, message: string) => new HttpProblem(400, message, { errors: [{ path, message }] })

/** Throws 400 for the field of this name. `own`: names and addresses of the person. */
export async function checkPassword(
  password: string,
  role: 'user' | 'admin',
  own: readonly (string | null)[],
  field = 'password',
): Promise<void> {
  const known = own.filter((text) => text !== null)
  const message = await passwordProblem(password, role, known, siteNames)
  if (message !== null) throw fieldProblem(field, message)
}
