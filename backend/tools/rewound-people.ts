import { z } from 'zod'
import { applyAccount, stateOf } from '../commands/auth/rights.ts'
import { erasePerson } from '../commands/users/erasures.ts'
import { subjects as subjectDecider, subjectStream } from '../domain/subjects.ts'
import type { Account } from '../identity/accounts.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import { isOpen } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Position, RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { RewindParts } from './rewind-parts.ts'

/** Rights and addresses are those of the log again; an account that it does not know can register once more. */
export async function putBackAccounts(parts: RewindParts, people: People): Promise<void> {
  const { core, pool, print } = parts
  const { rows } = await pool.query<{ userId: number }>('SELECT user_id AS "userId" FROM app.accounts ORDER BY 1')
  const lost = rows.filter(({ userId }) => !people.users.has(userId))
  // They come first: one of them may have an address that another account gets back.
  for (const { userId } of lost) await core.accounts.eraseById(userId)
  for (const { userId } of rows) if (people.users.has(userId)) await putBackAccount(parts, userId)
  if (lost.length > 0)
    print(`Removed accounts that the log does not know: ${lost.length}. Their owners have to register again.`)
  print(
    'Rights and bans of accounts are those of the log: look through the admins (npm run admin -- list) and the bans.',
  )
}

async function putBackAccount({ core, pool, print }: RewindParts, userId: number): Promise<void> {
  const before = await core.accounts.byId(userId)
  // Below -1, the revision of an account with no such event.
  await pool.query('UPDATE app.accounts SET rights_revision = -3, email_revision = -3 WHERE user_id = $1', [userId])
  const state = await stateOf(core, userId)
  const [registered] = state?.addresses ?? []
  if (
    state?.move === null &&
    registered &&
    isOpen((await core.subjects.read([registered.subject])).get(registered.subject))
  ) {
    const emailHash = core.subjects.emailHash(registered.email)
    await core.accounts.changeEmail({ ...registered, userId, emailHash, isVerified: false, revision: -2 })
  }
  await applyAccount(core, userId)
  const after = await core.accounts.byId(userId)
  if (before && after) for (const change of changesOf(before, after)) print(`Account ${userId} ${change}.`)
}

function changesOf(before: Account, after: Account): string[] {
  const changes: string[] = []
  if (before.isAdmin !== after.isAdmin) changes.push(after.isAdmin ? 'is an admin again' : 'is no longer an admin')
  if (JSON.stringify(before.roles) !== JSON.stringify(after.roles))
    changes.push(
      `has its earlier roles again: ${after.roles.map(({ role, name = role }) => name).join(', ') || 'none'}`,
    )
  if (before.isBanned !== after.isBanned) changes.push(after.isBanned ? 'is banned again' : 'is no longer banned')
  if (before.email !== after.email) changes.push('has its earlier address again')
  if (before.isActive !== after.isActive) changes.push(after.isActive ? 'is active again' : 'is deactivated again')
  return changes
}

/** Erasures that the log has lost. Their keys are gone for good; the log and the tables learn of it again. */
export async function eraseAgain({ core, pool, erasing, now, print }: RewindParts, people: People, end: Position) {
  const keys = await pool.query<{ subject: string }>(
    'SELECT subject FROM eventlog.subject_keys WHERE erased_at IS NOT NULL ORDER BY erased_at',
  )
  const subjects = keys.rows.filter(({ subject }) => people.isKnown(subject))
  for (const { subject } of subjects) {
    const command = { type: 'EraseSubject', data: { subject } } as const
    await core.handle(subjectDecider, subjectStream(subject), command, commandLineContext({ at: now() }))
  }
  const accounts = await pool.query<{ userId: number }>('SELECT user_id AS "userId" FROM app.accounts')
  const present = new Set(accounts.rows.map(({ userId }) => userId))
  const erasedKeys = new Set(keys.rows.map(({ subject }) => subject))
  const users = [...people.users].filter(
    ([userId, { subject, position }]) =>
      !present.has(userId) &&
      !people.gone.has(userId) &&
      !erasedKeys.has(subject) &&
      core.log.compare(position, end) <= 0,
  )
  // Their addresses are in use by others too, so that the keys stayed.
  for (const [userId] of users) await erasePerson(erasing, { userId }, commandLineContext({ at: now() }))
  const count = subjects.length + users.length
  if (count > 0) print(`Recorded erasures that the log did not have: ${count}. Nothing of these people comes back.`)
}

type People = ReturnType<typeof createPeople>

/** Facts of the log about people; subjects and numbers are stored in plain text. */
export function createPeople() {
  const users = new Map<number, { subject: string; position: Position }>()
  const gone = new Set<number>()
  const subjects = new Set<string>()
  const erased = new Set<string>()
  return {
    /** All accounts, with the subject under which they registered. */
    users,
    /** Those that were erased or deleted. */
    gone,
    /** Someone wrote under this subject, and the log knows of no erasure. */
    isKnown: (subject: string) => subjects.has(subject) && !erased.has(subject),
    note({ type, data, position }: RecordedEvent): void {
      const { subject, userId } = said(data)
      if (subject !== undefined) (type === 'SubjectErased' ? erased : subjects).add(subject)
      if (userId === undefined) return
      if (type === 'UserRegistered' && subject !== undefined) users.set(userId, { subject, position })
      if (type === 'UserErased' || type === 'UserDeleted') gone.add(userId)
    },
  }
}

const personal = z.object({ subject: z.string().optional(), userId: z.number().optional() })

/** Another program may have written something else into one of our streams. */
function said(data: string): z.infer<typeof personal> {
  try {
    return personal.safeParse(JSON.parse(data)).data ?? {}
  } catch {
    return {}
  }
}
