import type { Knex } from 'knex'
import type { Activity, PersonalExport } from '../../contract/profile.ts'
import type { PersonalList } from '../../contract/topic-words.ts'
import { actsOnOthers, exportedTables, submissions } from '../topics/index.ts'
import type { ExportedTable } from '../topics/topic.ts'
import { deletionOf } from './account-deletions.ts'
import { isSentByActor } from './hand-entries.ts'
import { mailChoicesOf } from './mail-consents.ts'
import { type Owner, ownerOfAccount } from './own-items.ts'
import { preferencesOf } from './preferences.ts'
import { accountRow } from './users.ts'
import { skillMatchesOf } from './volunteers.ts'

type Rows = { [column: string]: unknown }[]

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const named = (columns: readonly string[]) => Object.fromEntries(columns.map((name) => [camelCase(name), name]))

/** Matches history rows: a person’s submissions while signed in, and the events of their account. */
const isActOf = (userId: number) => (item: Knex.QueryBuilder) =>
  void item
    .where((sent) => sent.where({ actor_id: userId }).whereIn('type', submissions).whereRaw(isSentByActor('history')))
    .orWhere((own) => own.whereIn('topic', ['users', 'preferences', 'account-deletions']).where({ item_id: userId }))

/** The newest of these events. */
export const profileActivity = (knex: Knex, userId: number, { limit }: { limit: number }): Promise<Activity[]> =>
  knex('read.history')
    .where(isActOf(userId))
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'revision', order: 'desc' },
    ])
    .limit(limit)
    .select<Activity[]>({ id: 'event_id', type: 'type', at: 'at' })

/** The records of an owner that need no account. */
async function recordsOf(knex: Knex, { userId, subjects }: Owner) {
  const isOwn = (item: Knex.QueryBuilder) => {
    item.whereIn('subject', [...subjects])
    if (userId !== null) item.orWhere(isActOf(userId))
  }
  const listed = ({ table, topic, columns, gone = {} }: ExportedTable): Promise<Rows> =>
    knex(`read.${table}`)
      .whereNot({ ...gone })
      .whereIn(
        'id',
        knex('read.history').where({ topic }).whereNotIn('type', actsOnOthers).where(isOwn).select('item_id'),
      )
      .orderBy('id')
      .select<Rows>(named([...columns, 'created_at']))

  const lists = await everyList(listed)
  return {
    mail: {
      suppressions: await knex('read.mail_suppressions')
        .whereIn('subject', [...subjects])
        .select<Rows>({ reason: 'reason', at: 'at', campaignId: 'campaign_id' }),
      choices: await knex('read.mail_choices')
        .whereIn('subject', [...subjects])
        .select<Rows>(named(['campaign_news', 'volunteer_opportunities', 'event_invitations', 'email_updates'])),
      sent: await knex('read.email_campaign_sends')
        .whereIn('subject', [...subjects])
        .orderBy('sent_at')
        .select<Rows>(named(['campaign_id', 'status', 'sent_at'])),
      clicks: await knex('read.mail_clicks')
        .whereIn('subject', [...subjects])
        .orderBy('at')
        .select<Rows>(named(['at', 'campaign_id', 'url', 'is_human'])),
    },
    history: await knex('read.history')
      .where(isOwn)
      .orderBy('at')
      .select<Rows>({
        ...{ at: 'at', type: 'type', topic: 'topic', itemId: 'item_id' },
        details: knex.raw('changes || personal'),
      }),
    ...lists,
    wordings: await wordingsIn(knex, isOwn),
  }
}

/** The records under one address, for the owner of a link that was mailed to it. */
export async function recordsOfAddress(knex: Knex, owner: Owner) {
  const [subject = ''] = owner.subjects
  return { user: null, preferences: await mailChoicesOf(knex, subject), ...(await recordsOf(knex, owner)) }
}

/**
 * The records about the person of an account, apart from how they signed in and what they opened; null when there is
 * none. Submissions made without signing in are included once the address is verified: before that, anyone could have
 * registered with it.
 */
export async function personalRecords(knex: Knex, userId: number) {
  const person = await accountRow(knex, userId)
  if (!person) return null
  const records = await recordsOf(knex, await ownerOfAccount(knex, userId))
  return { user: person.user, preferences: await preferencesOf(knex, userId), ...records }
}

/** Everything held about the person of an account; null when there is none. */
export async function personalExport(knex: Knex, userId: number, now: Date): Promise<PersonalExport | null> {
  const records = await personalRecords(knex, userId)
  if (!records) return null
  const kept = (table: string, columns: readonly string[], newestBy: string): Promise<Rows> =>
    knex(`app.${table}`).where({ user_id: userId }).orderBy(newestBy, 'desc').select<Rows>(named(columns))

  const where = ['device', 'city', 'region', 'country']
  return {
    exportedAt: now.toISOString(),
    ...records,
    deletion: { dueAt: await deletionOf(knex, userId) },
    sessions: await kept('sessions', ['created_at', 'last_seen_at', 'expires_at', 'method', ...where], 'created_at'),
    pastSessions: await kept(
      'past_sessions',
      ['created_at', 'last_seen_at', 'ended_at', 'duration', 'end_reason', 'method', ...where],
      'ended_at',
    ),
    signIns: await kept('sign_ins', ['at', 'method', 'is_success', 'second_factor', ...where], 'at'),
    adminAddresses: await kept('admin_addresses', ['at', 'ip_address'], 'at'),
    secondFactor: await secondFactorOf(knex, userId),
    passkeys: await kept('passkeys', ['name', 'created_at', 'last_used_at', 'is_backed_up'], 'created_at'),
    providers: await kept('identities', ['provider', 'subject', 'created_at'], 'created_at'),
    forumReports: await knex('read.forum_reports')
      .where({ reporter_id: userId })
      .orderBy('created_at')
      .select<Rows>(named(['content_id', 'reason', 'note', 'created_at', 'outcome', 'decided_at'])),
    volunteers: await withSkillMatches(knex, records.volunteers),
    activities: await kept('user_activity_log', ['created_at', 'action', 'page', 'metadata'], 'created_at'),
    visits: await kept(
      'traffic_logs',
      ['timestamp', 'request_method', 'request_path', 'ip_address', 'user_agent', 'location', 'referrer', 'source_url'],
      'timestamp',
    ),
  }
}

/** The words that the person agreed to with these acts: the sentences, and the privacy pages. */
const wordingsIn = (knex: Knex, isOwn: (item: Knex.QueryBuilder) => void): Promise<Rows> => {
  const named = (hash: string) =>
    knex('read.history')
      .where(isOwn)
      .select(knex.raw(`changes -> 'wording' ->> '${hash}'`))
  return knex('read.wordings')
    .whereIn('hash', named('hash'))
    .orWhereIn('hash', named('privacyHash'))
    .distinct<Rows>({ wordingId: 'wording_id', hash: 'hash', text: 'text' })
    .orderBy(['wording_id', 'hash'])
}

/** Every list that the contract names. */
async function everyList(read: (table: ExportedTable) => Promise<Rows>): Promise<{ [Name in PersonalList]: Rows }>
async function everyList(read: (table: ExportedTable) => Promise<Rows>): Promise<object> {
  const lists: { [name: string]: Rows } = {}
  for (const [name, table] of exportedTables) lists[name] = await read(table)
  return lists
}

async function withSkillMatches(knex: Knex, applications: Rows): Promise<Rows> {
  const matches = await skillMatchesOf(
    knex,
    applications.map(({ id }) => Number(id)),
  )
  return applications.map((application) => ({ ...application, aiSkillMatch: matches.get(Number(application.id)) }))
}

/** True when sign-in takes a second step; never the secret or the recovery codes. */
async function secondFactorOf(knex: Knex, userId: number): Promise<PersonalExport['secondFactor']> {
  const of = { user_id: userId }
  const [account] = await knex('app.accounts')
    .where({ ...of, has_second_factor: true })
    .select<{ second_factor_at: string }[]>('second_factor_at')
  const apps = await knex('app.second_factors').where(of).whereNotNull('turned_on_at').select('user_id')
  const codes = await knex('app.recovery_codes').where(of).select('user_id')
  return {
    isOn: account !== undefined,
    turnedOnAt: account?.second_factor_at ?? null,
    recoveryCodesLeft: codes.length,
    hasApp: apps.length > 0,
  }
}
