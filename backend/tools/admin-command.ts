import { grantAdmin } from '../commands/auth/rights.ts'
import type { RightsTools } from '../commands/auth/tools.ts'
import { DomainError } from '../domain/decider.ts'
import { systemContext } from '../eventlog/command-context.ts'
import type { OneTimeTokens } from '../identity/one-time-tokens.ts'
import type { SecondFactors } from '../identity/second-factors.ts'
import { createAdminInvitation } from '../identity/setup-links.ts'

export const usage = `Usage: npm run admin -- <command>

  grant <email>   Make the person with this address an admin. They have to sign in again.
                  Without an account: prints a one-time link that makes one.
  erase <email>   Erase the personal data of the person with this address, for ever.
  reset-second-factor <email>
                  Turn two-step sign-in off for somebody who lost phone and recovery codes.
  list            Show all admins.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

export type AdminParts = RightsTools & {
  subjects: { emailHash(email: string): string }
  tokens: OneTimeTokens
  secondFactors: Pick<SecondFactors, 'turnOff'>
  /** Where visitors reach the site, such as http://127.0.0.1:3000. */
  publicUrl: string
  /** False when nothing is known of the address. Throws DomainError when it may not be erased. */
  erasePerson(email: string): Promise<boolean>
  now(): Date
  print(line: string): void
}

const isEmail = (text: string | undefined): text is string => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** `npm run admin -- …`: answers the exit code. */
export async function runAdmin(words: readonly string[], parts: AdminParts): Promise<0 | 1 | 2> {
  const [command, email, ...more] = words
  if (command === 'list' && email === undefined) return list(parts)
  if (isEmail(email) && more.length === 0) {
    if (command === 'grant') return grant(email, parts)
    if (command === 'erase') return erase(email, parts)
    if (command === 'reset-second-factor') return resetSecondFactor(email, parts)
  }
  parts.print(usage)
  return 2
}

async function grant(email: string, parts: AdminParts): Promise<0 | 1> {
  const { accounts, subjects, print } = parts
  const emailHash = subjects.emailHash(email)
  const account = await accounts.byEmailHash(emailHash)
  if (!account?.isRegistered) {
    print(`There is no account for ${email} yet. Open this link within 24 hours to create it as an admin:`)
    print(await createAdminInvitation(parts, emailHash))
    return 0
  }
  if (account.isBanned || !account.isActive) {
    print(`${email} is ${account.isBanned ? 'banned' : 'deactivated'}; lift that first.`)
    return 1
  }
  if (account.isAdmin) {
    print(`${email} is an admin already.`)
    return 0
  }
  await grantAdmin(parts, account.userId, systemContext({ at: parts.now() }))
  print(`${email} is an admin now (account ${account.userId}, made ${account.createdAt}). Please sign in again.`)
  if (!account.isEmailVerified)
    print('Note: nobody has proved to own this address. Make sure that the account is the right person’s.')
  return 0
}

async function erase(email: string, { erasePerson, print }: AdminParts): Promise<0 | 1> {
  try {
    const isErased = await erasePerson(email)
    print(isErased ? `Everything personal about ${email} is erased.` : `Nothing is known about ${email}.`)
    return isErased ? 0 : 1
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    print(error.message)
    return 1
  }
}

async function resetSecondFactor(email: string, parts: AdminParts): Promise<0 | 1> {
  const { accounts, subjects, secondFactors, print } = parts
  const account = await accounts.byEmailHash(subjects.emailHash(email))
  if (!account || !(await secondFactors.turnOff(account.userId))) {
    print(`Two-step sign-in is not on for ${email}.`)
    return 1
  }
  print(`Two-step sign-in is off for ${email}: they sign in without a code. No mail was sent; please tell them.`)
  return 0
}

async function list({ accounts, print }: AdminParts): Promise<0> {
  const admins = await accounts.admins()
  if (admins.length === 0) print('There is no admin yet. Make one by: npm run admin -- grant you@example.org')
  for (const { userId, email, isBanned, isActive } of admins)
    print(`${userId}\t${email}${isBanned ? '\tbanned' : ''}${isActive ? '' : '\tdeactivated'}`)
  return 0
}
