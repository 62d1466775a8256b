import type { Knex } from 'knex'
import { userEmailStream, userEmails } from '../../domain/accounts/user-emails.ts'
import type { AccountState } from '../../domain/accounts/users.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { usedByOthers } from '../../read-model/subjects.ts'
import { holderOf } from './registration.ts'
import type { RegistrationTools } from './tools.ts'

export const addressTaken = () => new DomainError('conflict', 'This address already belongs to another account.')

/**
 * Reserves a new address for an account; returns its subject. Throws DomainError 'conflict' when another account has
 * it.
 */
export async function reserveAddress(
  { accounts, handle, log, subjects }: Pick<RegistrationTools, 'accounts' | 'handle' | 'log' | 'subjects'>,
  userId: number,
  email: string,
  context: CommandContext,
): Promise<string> {
  const emailHash = subjects.emailHash(email)
  if (await accounts.byEmailHash(emailHash)) throw addressTaken()
  const subject = await subjects.forEmail(email)
  const reserve = { type: 'ReserveEmail', data: { userId, subject } } as const
  await handle(userEmails, userEmailStream(emailHash), reserve, context)
  if ((await holderOf(log, emailHash)) !== userId) throw addressTaken()
  return subject
}

/** Frees an address that the account did not get because it was deleted in between. */
export async function giveBackAddress(
  { handle, subjects }: Pick<RegistrationTools, 'handle'> & { subjects: Pick<SubjectKeys, 'emailHash'> },
  userId: number,
  email: string,
  context: CommandContext,
): Promise<void> {
  const own = { ...context, commandId: `${context.commandId} give back` }
  const release = { type: 'ReleaseEmail', data: { userId } } as const
  await handle(userEmails, userEmailStream(subjects.emailHash(email)), release, own)
}

export type LeavingTools = { handle: Handle; subjects: Pick<SubjectKeys, 'emailHash' | 'unlink'>; knex: Knex }

/**
 * The subjects of an account that others use too, under an address that it never proved. Typing an address first gives
 * no control over what its owner sends.
 */
export async function sharedSubjects(
  knex: Knex,
  userId: number,
  { addresses }: Pick<AccountState, 'addresses'>,
): Promise<string[]> {
  const unproven = addresses.filter(({ isProven }) => !isProven).map(({ subject }) => subject)
  return unproven.length === 0 ? [] : usedByOthers(knex, userId, unproven)
}

/** An account moved away, so its former address is free. Idempotent. */
export async function leaveAddress(
  tools: LeavingTools,
  userId: number,
  state: Pick<AccountState, 'addresses'>,
  subject: string,
): Promise<void> {
  const isShared = (await sharedSubjects(tools.knex, userId, state)).includes(subject)
  if (isShared) await releaseAddress(tools, userId, state, subject)
  else await tools.subjects.unlink(subject)
}

/** The address can register again; its subject stays with the people who use it. Idempotent. */
export async function releaseAddress(
  { handle, subjects }: Pick<LeavingTools, 'handle'> & { subjects: Pick<SubjectKeys, 'emailHash'> },
  userId: number,
  { addresses }: Pick<AccountState, 'addresses'>,
  subject: string,
): Promise<void> {
  const left = addresses.find((address) => address.subject === subject)
  if (!left) return
  const context = systemContext({ commandId: `release the address ${subject} of ${userId}` })
  const release = { type: 'ReleaseEmail', data: { userId } } as const
  await handle(userEmails, userEmailStream(subjects.emailHash(left.email)), release, context)
}
