import type pg from 'pg'
import { z } from 'zod'
import { giveUpUnknown } from '../backup/eventstore-log.ts'
import { applyAccount } from '../commands/auth/rights.ts'
import { type ErasureTools, erasePerson } from '../commands/users/erasures.ts'
import { readRemembered } from '../composition/remembered-positions.ts'
import type { SealKey } from '../config/load-seal-key.ts'
import type { Core } from '../core.ts'
import { stateAfter } from '../domain/decider.ts'
import { emailCampaignStream, emailCampaigns } from '../domain/email-campaigns.ts'
import { subjects as subjectDecider, subjectStream } from '../domain/subjects.ts'
import { rewindLists } from '../email-campaign-sending/rewound-lists.ts'
import { commandLineContext } from '../eventlog/command-context.ts'
import type { Position, RecordedEvent } from '../eventlog/event-log.ts'
import { cutSeals } from '../eventlog/integrity/cut-seals.ts'
import { ChainBroken } from '../eventlog/integrity/seal-chain.ts'
import { readSealFile, sealFile } from '../eventlog/integrity/seal-file.ts'
import { keyInEffect, readSealTable } from '../eventlog/integrity/seal-table.ts'
import { createSealer } from '../eventlog/integrity/sealer.ts'
import { findSharedEnd, type SharedEnd } from '../eventlog/integrity/shared-end.ts'
import { rebuild } from '../projector/rebuild.ts'

export type RewindParts = {
  core: Pick<
    Core,
    'accounts' | 'continueNumbers' | 'decode' | 'handle' | 'log' | 'projections' | 'readSkips' | 'subjects'
  >
  pool: pg.Pool
  /** With the rights of the owner of the tables. */
  owner: pg.Pool
  /** The data folder, where seals.jsonl is. */
  folder: string
  sealKey: SealKey
  erasing: ErasureTools
  now(): Date
  print(line: string): void
}

/**
 * `npm run admin -- rewind`: after the log was put back from an older copy, everything that remembers a position goes back
 * to the last event that it shares with the log. Every step can be repeated. Returns the exit code.
 */
export async function rewind(parts: RewindParts): Promise<0 | 1> {
  const { core, pool, folder, sealKey, print } = parts
  const sealer = createSealer({ log: core.log, pool, folder, ...sealKey })
  try {
    if (!(await sealer.take())) {
      print('The site is running. Stop all of its processes, then run this again.')
      return 1
    }
    return await putBack(parts)
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error
    print(
      `${error.message} Nothing was changed. Run \`npm run verify\`, restore the seals from a backup, then try again.`,
    )
    return 1
  } finally {
    await sealer.close()
  }
}

async function putBack(parts: RewindParts): Promise<0 | 1> {
  const { core, pool, folder, sealKey, print } = parts
  const remembered = new Set((await readRemembered(pool, folder)).map(({ position }) => position))
  const people = createPeople()
  const end = await findSharedEnd({
    log: core.log,
    seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
    keys: { publicKey: (await keyInEffect(pool, sealKey.firstKey)) ?? sealKey.publicKey, firstKey: sealKey.firstKey },
    isRemembered: (position) => remembered.has(position),
    onEvent: people.note,
  })
  const { last } = end
  if (last === null) {
    print(
      remembered.size === 0
        ? 'Nothing has read the log yet, so there is nothing to put back.'
        : 'The log shares no event with this database: it is empty, or another one. Nothing was changed. Restore the log that belongs to this database, or set EVENTSTORE_URL to it.',
    )
    return remembered.size === 0 ? 0 : 1
  }
  const { position } = last
  print(`The last event that the log shares with this database is the one at position ${position}.`)
  await putBackReactors(parts, position)
  await putBackSeals(parts, end)
  await putBackMail(parts, JSON.parse(last.metadata).at)
  await pool.query('DELETE FROM app.past_views')
  // A visitor who repeats what the log lost submits it again.
  await pool.query('DELETE FROM app.idempotency_answers')
  await core.continueNumbers(null)
  const lost = await giveUpUnknown(pool, core.log, null)
  if (lost > 0) print(`The keys of ${lost} people are lost: what they wrote shows as erased.`)
  const { switched, failed } = await rebuild({ ...core, pool, fresh: true })
  print(`Rebuilt ${switched.length} read models from the log.`)
  for (const { projection, reason } of failed) print(`Not rebuilt: ${projection}. ${reason}`)
  await putBackAccounts(parts, people)
  await eraseAgain(parts, people, position)
  print('Start the site. What people wrote after that event is lost, unless a newer copy of the log is found.')
  return failed.length === 0 ? 0 : 1
}

/** They go on behind the shared events, all of which they have handled: no mail is sent twice. */
async function putBackReactors({ core: { log }, pool, print }: RewindParts, end: Position): Promise<void> {
  const { rows } = await pool.query<{ reactor: string; position: Position | null }>(
    'SELECT reactor, position FROM app.reactor_checkpoints ORDER BY reactor',
  )
  const ahead = rows.filter(({ position }) => position !== null && log.compare(position, end) > 0)
  await pool.query(
    `UPDATE app.reactor_checkpoints SET failing_at_position = NULL, failing_reason = NULL,
       position = CASE WHEN reactor = ANY ($1) THEN $2 ELSE position END`,
    [ahead.map(({ reactor }) => reactor), end],
  )
  print(`Put back ${ahead.length} of ${rows.length} reactors. No mail that was sent is sent again.`)
}

async function putBackSeals({ owner, folder, now, print }: RewindParts, { seals, allSeals }: SharedEnd): Promise<void> {
  if (seals === allSeals) return
  const whole = await cutSeals(owner, folder, seals, now())
  print(
    `Seals ${seals + 1} to ${allSeals} cover events that the log does not have, and were removed; the next ones continue from seal ${seals}. All of them are still in ${whole}: keep it.`,
  )
}

/** `from`: when the shared event was recorded. */
async function putBackMail({ core: { log, decode }, pool, print }: RewindParts, from: string): Promise<void> {
  const lost = await rewindLists(pool, async (campaignId) => {
    const events = await decode(await log.readStream(emailCampaignStream(campaignId)))
    return { emailCampaign: stateAfter(emailCampaigns, events), revision: events.at(-1)?.revision ?? -1 }
  })
  for (const { campaignId, sent } of lost)
    print(
      `Email campaign ${campaignId} was sent to ${sent} people, and the log does not know it: do not send the same text again.`,
    )
  // Recorded once more; the log takes no outcome twice.
  await pool.query(
    `UPDATE app.welcome_mails SET is_recorded = false
     WHERE is_recorded AND status <> 'waiting' AND done_at >= $1::timestamptz - interval '1 day'`,
    [from],
  )
}

/** Rights and addresses are those of the log again; an account that it does not know can register once more. */
async function putBackAccounts({ core, pool, print }: RewindParts, people: People): Promise<void> {
  const { rows } = await pool.query<{ userId: number }>('SELECT user_id AS "userId" FROM app.accounts ORDER BY 1')
  let lost = 0
  for (const { userId } of rows)
    if (people.users.has(userId)) {
      await pool.query('UPDATE app.accounts SET rights_revision = -1, email_revision = -1 WHERE user_id = $1', [userId])
      await applyAccount(core, userId)
    } else {
      await core.accounts.eraseById(userId)
      lost++
    }
  if (lost > 0) print(`${lost} accounts are not in the log and were removed: their owners have to register again.`)
  print(
    'Rights and bans of accounts are those of the log: look through the admins (npm run admin -- list) and the bans.',
  )
}

/** Erasures that the log has lost. Their keys are gone for good; the log and the tables learn of it again. */
async function eraseAgain({ core, pool, erasing, now, print }: RewindParts, people: People, end: Position) {
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
  if (count > 0) print(`Recorded ${count} erasures again that the log had lost. Nothing of these people came back.`)
}

type People = ReturnType<typeof createPeople>

/** What the log says about people; subjects and numbers are stored in plain text. */
function createPeople() {
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
