import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../../../records/origins.ts'
import { userEmailStream, userEmails } from '../../domain/accounts/user-emails.ts'
import { type UserEvent, userStream, users } from '../../domain/accounts/users.ts'
import type { Account } from '../../identity/accounts.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import { IdempotencyMismatch } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { RegistrationTools } from './tools.ts'

/** `password` is null when people proved their identity in another way. */
export type Registration = {
  email: string
  password: string | null
  firstName: string
  lastName: string
  /** Where the person came from. */
  from: Origin
}

export type Registered =
  | { outcome: 'registered'; account: Account; event: Recorded<UserRegistered>; position: Position | null }
  | { outcome: 'taken'; account: Account | null }

type UserRegistered = Extract<UserEvent, { type: 'UserRegistered' }>

/**
 * Reservation, claimed row, UserRegistered, confirmed row: every step is repeatable. A registration interrupted after any
 * of them is finished by its retry, or taken over by the next one for the address.
 * docs/decisions/0006-accounts-and-the-log.md gives the reasons and goes through each crash.
 */
export async function registerAccount(
  tools: RegistrationTools,
  { email, password, firstName, lastName, from }: Registration,
  context: CommandContext,
): Promise<Registered> {
  const { handle, subjects, accounts, passwords, log } = tools
  const emailHash = subjects.emailHash(email)
  const claim = context.commandId

  const known = await accounts.byEmailHash(emailHash)
  if (known?.isRegistered && known.claim !== claim) return { outcome: 'taken', account: known }
  if (known?.isRegistered && password !== null && !(await passwords.verify(password, known.passwordHash)))
    throw new IdempotencyMismatch()
  const passwordHash = known?.isRegistered || password === null ? null : await passwords.hash(password)

  const subject = await subjects.forEmail(email)
  const { userId } = await reserve(tools, emailHash, subject, context)
  const stream = userStream(userId)

  if (!known?.isRegistered) {
    // Another registration whose event is already in the log only waits for confirmation, so its password stays.
    if (known && known.claim !== claim && (await log.readStream(stream)).length > 0)
      return { outcome: 'taken', account: null }
    const row = { userId, subject, email, emailHash, passwordHash, createdAt: context.at, claim }
    if (!(await accounts.claim(row))) return { outcome: 'taken', account: null }
  }

  const registration = { userId, subject, email, firstName, lastName, ...from }
  const { events, position } = await handle(users, stream, { type: 'RegisterUser', data: registration }, context)
  const event = events.find((found) => found.type === 'UserRegistered')
  if (!event || !(await accounts.confirm(userId, claim))) return { outcome: 'taken', account: null }
  const account = await accounts.byId(userId)
  return account ? { outcome: 'registered', account, event, position } : { outcome: 'taken', account: null }
}

/** Reserves the address and returns its holder: an earlier registration of the same person, or this one. */
async function reserve(
  { handle, nextId, log }: RegistrationTools,
  emailHash: string,
  subject: string,
  context: CommandContext,
): Promise<{ userId: number }> {
  const stream = userEmailStream(emailHash)
  let freeId = await nextId('user')
  // The reservation would keep a number that the log has used for another account.
  while ((await log.readStream(userStream(freeId))).length > 0) freeId = await nextId('user', null, freeId)
  const command = { type: 'ReserveEmail', data: { userId: freeId, subject } } as const
  const { events } = await handle(userEmails, stream, command, context)
  const reserved = events.at(-1)
  if (reserved) return { userId: reserved.data.userId }
  const userId = await holderOf(log, emailHash)
  if (userId !== null) return { userId }
  throw new Error(`Stream ${stream} does not say who holds the address.`)
}

/** The account that an address is reserved for; null when it is not. */
export async function holderOf(log: RegistrationTools['log'], emailHash: string): Promise<number | null> {
  // A reservation holds no personal data, so it can be read as stored.
  const last = (await log.readStream(userEmailStream(emailHash))).at(-1)
  if (last?.type !== 'EmailReserved') return null
  const held: unknown = JSON.parse(last.data)
  return typeof held === 'object' && held !== null && 'userId' in held && typeof held.userId === 'number'
    ? held.userId
    : null
}

/**
 * The fingerprint stays in the log forever, where a hash of a password, however it is keyed, does not belong: it covers
 * the other fields, and the password is checked against the hash of the account.
 */
export function registrationContext(
  request: FastifyRequest,
  { email, firstName, lastName }: Omit<Registration, 'password' | 'from'>,
): CommandContext {
  const asked = JSON.stringify([request.routeOptions.url, email, firstName, lastName])
  const fingerprint = request.idempotency && createHmac('sha256', request.idempotency.key).update(asked).digest('hex')
  return { ...commandContext(request), fingerprint: fingerprint ?? undefined }
}
