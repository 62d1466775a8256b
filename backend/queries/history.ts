import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type HistoryEntry, readHistory } from '../../contract/admin.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Fields = { [field: string]: unknown }
type Row = {
  type: string
  at: string
  actorKind: HistoryEntry['actor']['kind']
  actorId: number | null
  person: Person | null
  said: Fields
}

/** What an event makes of an item, in words for people; the rest of what it says stands in the event. */
const outcomes: { [type: string]: Fields } = {
  PrayerSubmitted: { status: 'Pending' },
  PrayerApproved: { status: 'Approved' },
  PrayerDeleted: { status: 'Deleted', deleted: true },
  EndorsementSubmitted: { status: 'Pending' },
  EndorsementApproved: { status: 'Approved' },
  EndorsementDeleted: { status: 'Deleted', deleted: true },
  MailingListJoined: { status: 'Subscribed' },
  VolunteerApplied: { status: 'Applied' },
  VolunteerRemoved: { status: 'Deleted', deleted: true },
  ArticleCreated: { status: 'Draft' },
  ArticlePublished: { status: 'Published' },
  ArticleUnpublished: { status: 'Draft' },
  ArticleDeleted: { status: 'Deleted', deleted: true },
  UserRegistered: { status: 'Registered', isAdmin: false },
  AdminGranted: { status: 'Administrator', isAdmin: true },
  UserEmailVerified: { isEmailVerified: true },
  UserEmailChanged: { isEmailVerified: true },
  CampaignEventCreated: { status: 'Scheduled' },
  CampaignEventCancelled: { status: 'Cancelled' },
  CampaignEventDeleted: { status: 'Deleted', deleted: true },
  RsvpConfirmed: { status: 'Confirmed' },
  RsvpWaitlisted: { status: 'Waiting' },
  RsvpPromoted: { status: 'Confirmed' },
  RsvpCancelled: { status: 'Cancelled' },
  ContentScreened: { status: 'Approved' },
  ContentFlagged: { status: 'Pending' },
  ContentApproved: { status: 'Approved' },
  ContentRejected: { status: 'Rejected' },
  AppealFiled: { appealed: true },
  ThreadPinned: { isPinned: true },
  ThreadUnpinned: { isPinned: false },
  ThreadLocked: { isLocked: true },
  ThreadUnlocked: { isLocked: false },
  ThreadDeleted: { deleted: true },
  ThreadRestored: { deleted: false },
  ReplyDeleted: { deleted: true },
  ReplyRestored: { deleted: false },
  SubjectErased: { erased: true },
}

function actorName({ actorKind, actorId, person }: Row): string {
  if (actorKind === 'visitor') return 'Visitor'
  if (actorKind === 'system') return 'System'
  return person ? nameOf(person) : `Person ${actorId}`
}

const rowsWhere = (knex: Knex, where: Fields) =>
  knex({ item: 'read.history' })
    .leftJoin({ person: 'read.users' }, 'person.id', 'item.actor_id')
    .where(where)
    .orderBy('item.revision')
    .select<Row[]>(
      { type: 'item.type', at: 'item.at', actorKind: 'item.actor_kind', actorId: 'item.actor_id' },
      personOf(knex, 'person', 'person'),
      knex.raw('item.changes || item.personal AS said'),
    )

/** Also of an item that was deleted; null when nothing is known. */
export async function historySubject(knex: Knex, topic: string, id: number): Promise<string | null> {
  const [row] = await knex('read.history')
    .where({ topic, item_id: id })
    .whereNotNull('subject')
    .orderBy('revision')
    .limit(1)
    .select<{ subject: string }[]>('subject')
  return row?.subject ?? null
}

/**
 * The person under every name: a corrected or changed address makes another subject of the same person, and the items
 * of these topics are each about one person alone.
 */
export async function samePerson(knex: Knex, subject: string): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `WITH RECURSIVE known (subject) AS (
       SELECT ?::uuid
       UNION
       SELECT other.subject FROM known
       JOIN read.history own ON own.subject = known.subject AND own.topic IN ('volunteers', 'users')
       JOIN read.history other ON other.topic = own.topic AND other.item_id = own.item_id
       WHERE other.subject IS NOT NULL
     )
     SELECT subject FROM known`,
    [subject],
  )
  return rows.map((row) => row.subject)
}

/** The item's own events by revision; its person's erasure where it falls among them in time. */
function inOrder(own: Row[], [erasure]: Row[]): Row[] {
  if (!erasure) return own
  const later = own.findIndex(({ at }) => at > erasure.at)
  return own.toSpliced(later < 0 ? own.length : later, 0, erasure)
}

function entriesOf(rows: Row[]): HistoryEntry[] {
  let state: Fields = {}
  return rows.map((row, revision) => {
    const { type, at, actorKind, actorId, said } = row
    const changes = { ...said, ...outcomes[type] }
    state = { ...state, ...changes }
    return { revision, type, at, actor: { kind: actorKind, id: actorId, name: actorName(row) }, changes, state }
  })
}

export async function historyQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readHistory, { policy: 'admin' }, async ({ params: { topic, id } }) => {
    const subject = await historySubject(knex, topic, id)
    const [own, erasures] = await Promise.all([
      rowsWhere(knex, { 'item.topic': topic, 'item.item_id': id }),
      subject === null ? [] : rowsWhere(knex, { 'item.topic': 'subjects', 'item.subject': subject }),
    ])
    if (own.length === 0) throw new HttpProblem(404, 'Nothing is known under this number.')
    return entriesOf(inOrder(own, erasures))
  })
}
