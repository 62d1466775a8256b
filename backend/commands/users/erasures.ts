import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { erasePerson as erasePersonEndpoint } from '../../../contract/admin.ts'
import { type AccountState, userStream, users } from '../../domain/accounts/users.ts'
import { subjects as subjectDecider, subjectStream } from '../../domain/subjects.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route } from '../../kernel/http/route.ts'
import {
  accountOf,
  addressesOf,
  samePerson,
  sentUnder,
  subjectOf,
  subjectOfAddress,
  subjectsOf,
} from '../../read-model/subjects.ts'
import { releaseAddress, sharedSubjects } from '../auth/addresses.ts'
import { stateOf } from '../auth/rights.ts'

export type ErasureTools = Parameters<typeof stateOf>[0] & {
  handle: Handle
  subjects: Pick<SubjectKeys, 'emailHash' | 'find' | 'forget' | 'read'>
  accounts: {
    isActiveAdmin(subject: string): Promise<boolean>
    /** Deletes the person's account, if any, with its sessions; visits lose whatever identifies them. Idempotent. */
    erase(subject: string): Promise<void>
    eraseById(userId: number): Promise<void>
  }
  knex: Knex
  photos: { forget(subject: string): Promise<void> }
  emailCampaignSending: { forget(subject: string): Promise<void> }
  /** Deletes mail to or about these addresses from the development outbox. */
  forgetMail(addresses: readonly string[]): Promise<void>
}

/** An account, or the person behind a subject. */
export type Person = { userId: number } | { subject: string }

/**
 * Erases a person permanently, under every address they had: submissions, photos, email, account, sessions and traces
 * of visits. Deletions, the console and the command line all use it. Every step is idempotent, so a second run finishes
 * what a crash interrupted: the current subject is erased last, and until then the account can be found. Returns the
 * position of the last erasure, null if they were erased before. Throws DomainError 'conflict' for an active admin.
 */
export async function erasePerson(
  tools: ErasureTools,
  person: Person,
  context: CommandContext,
): Promise<Position | null> {
  const { accounts, knex, photos, forgetMail, emailCampaignSending } = tools
  const { all, account } = await everySubject(tools, person)
  // The caller is an admin too, so admins cannot erase themselves here.
  const shared = account?.shared ?? []
  for (const subject of [...all, ...shared])
    if (await accounts.isActiveAdmin(subject))
      throw new DomainError('conflict', 'An administrator cannot be erased. Remove their admin rights first.')
  await forgetMail(await addressesOf(knex, all))
  let position: Position | null = null
  for (const subject of all) {
    await photos.forget(subject)
    // A separate id per subject, because event ids are derived from it.
    const own = { ...context, commandId: `${context.commandId} ${subject}` }
    position = (await eraseSubject(tools, subject, own)) ?? position
    await emailCampaignSending.forget(subject)
  }
  // An account whose subjects are all its own is erased with them.
  if (account && shared.length > 0) position = (await eraseUser(tools, account, context)) ?? position
  if (account === null || !(await hasMoved(tools, account))) return position
  return (await erasePerson(tools, { userId: account.userId }, context)) ?? position
}

/** The account moved to an address that the erasure did not know: the link was opened at the same time. */
async function hasMoved(tools: ErasureTools, { userId, state }: ErasedAccount): Promise<boolean> {
  return (await stateOf(tools, userId))?.subject !== state.subject
}

/** `shared`: its subjects that others use too, and that therefore stay. */
type ErasedAccount = { userId: number; state: AccountState; shared: string[] }

type Everything = {
  /** The account’s current subject comes last. */
  all: string[]
  account: ErasedAccount | null
}

async function everySubject(tools: ErasureTools, person: Person): Promise<Everything> {
  const { knex } = tools
  const named = 'subject' in person ? await samePerson(knex, person.subject) : []
  const userId = 'userId' in person ? person.userId : await accountOf(knex, named)
  if (userId === null) return { all: named, account: null }
  const state = await stateOf(tools, userId)
  if (state === null) return { all: [...new Set([...named, ...(await subjectsOf(knex, userId))])], account: null }
  // Erasing an address means erasing everything under it.
  const shared = (await sharedSubjects(knex, userId, state)).filter((subject) => !named.includes(subject))
  const all = new Set([...named, ...(await subjectsOf(knex, userId, subjectsIn(state)))])
  for (const subject of [...shared, state.subject]) all.delete(subject)
  if (!shared.includes(state.subject)) all.add(state.subject)
  return { all: [...all], account: { userId, state, shared } }
}

const subjectsIn = ({ addresses }: AccountState) => addresses.map(({ subject }) => subject)

/**
 * Erases what an account sent under addresses that it never proved and that others use. Everything else under them
 * stays with their owners, and so does the key.
 */
async function eraseUser(
  tools: ErasureTools,
  { userId, state, shared }: ErasedAccount,
  context: CommandContext,
): Promise<Position | null> {
  for (const subject of shared) await tools.photos.forget(subject)
  const items = await sentUnder(tools.knex, userId, shared)
  const command = { type: 'EraseUser', data: { userId, shared, items } } as const
  const { position } = await tools.handle(users, userStream(userId), command, {
    ...context,
    commandId: `${context.commandId} account`,
  })
  if (shared.includes(state.subject)) await eraseRow(tools, userId)
  return position
}

/** The row of an account whose subject stays; the address can register again. Idempotent. */
export async function eraseRow(
  tools: Pick<ErasureTools, 'handle' | 'log' | 'decode'> & {
    accounts: Pick<ErasureTools['accounts'], 'eraseById'>
    subjects: Pick<SubjectKeys, 'emailHash'>
  },
  userId: number,
): Promise<void> {
  const state = await stateOf(tools, userId)
  if (!state) return
  await tools.accounts.eraseById(userId)
  await releaseAddress(tools, userId, state, state.subject)
}

/**
 * The event comes first, then the key: once the event is durable, a reactor (reactors/erasures.ts) finishes what a
 * crash interrupts. The other way round, a crash could leave data without a key that no event or address leads to.
 */
async function eraseSubject(
  { handle, subjects, accounts }: ErasureTools,
  subject: string,
  context: CommandContext,
): Promise<Position | null> {
  const command = { type: 'EraseSubject', data: { subject } } as const
  const { position } = await handle(subjectDecider, subjectStream(subject), command, context)
  await subjects.forget(subject)
  await accounts.erase(subject)
  return position
}

/** The person who has this address or had it before, as long as no other person has it now; null when there is none. */
export async function personAt({ subjects, knex }: ErasureTools, email: string): Promise<Person | null> {
  const current = await subjects.find(email)
  if (current !== null) return { subject: current }
  const former = await subjectOfAddress(knex, email)
  // The read model may not show yet that they were erased.
  const isKnown = former !== null && (await subjects.read([former])).get(former) !== 'erased'
  return isKnown ? { subject: former } : null
}

export async function erasureCommands(
  app: FastifyInstance,
  { erasing, waitForProjection, knex }: { erasing: ErasureTools; waitForProjection: WaitForProjection; knex: Knex },
): Promise<void> {
  async function personIn(topic: string, id: number): Promise<Person | null> {
    const subject = await subjectOf(knex, topic, id)
    return subject === null ? null : { subject }
  }
  route(app, erasePersonEndpoint, proven('erase'), async ({ body, request }) => {
    const person = 'email' in body ? await personAt(erasing, body.email) : await personIn(body.topic, body.id)
    if (person === null) return { erased: false }
    await waitForProjection(await erasePerson(erasing, person, commandContext(request)), request)
    return { erased: true }
  })
}
