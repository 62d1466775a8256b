import type { Knex } from 'knex'
import type { Person, PersonEntry, PersonItem, PersonMail, PersonTopic } from '../../contract/people.ts'
import { topicsOfPeople } from '../../contract/topic-words.ts'
import { rightOfTopic } from '../../records/rights-of-topics.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { type ActorRow, actorColumns, actorFor, apiKeyJoin, apiKeyName } from './actors.ts'
import { type NamingRow, peopleOf, rowsUnder } from './people.ts'
import { samePerson, subjectOf } from './subjects.ts'
import { personOf } from './users.ts'

const maxMails = 20
const maxItems = 100

type Item = { topic: PersonTopic; id: number }
const isPersonTopic = (topic: string): topic is PersonTopic => topicsOfPeople.has(topic)
const personTopics = [...topicsOfPeople].filter(isPersonTopic)

/** Topics of events that belong to a person and to no item, for readers with the right to people. */
const ofNoItem = ['mail-consents', 'admin-invitations', 'subjects']
/** Their items have the number of the account. */
const ofAccount = ['preferences', 'account-deletions']

const withoutSubject = ({ subject: _, nameKey: __, ...item }: NamingRow): PersonItem => item
const distinct = (values: readonly (string | null)[]) => [
  ...new Map(values.flatMap((value) => (value === null ? [] : [[value.toLowerCase(), value]]))).values(),
]

type Page = { page: number; limit: number }

/** Null where the item never existed. */
export async function personOfItem(
  knex: Knex,
  { topic, id, rights, page, limit }: Item & Page & { rights: HeldRights },
): Promise<Person | null> {
  const subject = await subjectOf(knex, topic, id)
  if (subject === null) return null
  const subjects = await samePerson(knex, subject)
  const rows = await rowsUnder(knex, subjects)
  const nameOf = peopleOf(rows.map(({ nameKey }) => nameKey))
  const given = rows.find((row) => row.topic === topic && row.id === id)
  const account = rows.find((row) => row.topic === 'users')
  const name = [given, account, ...rows].map((row) => row && nameOf(row.nameKey)).find((key) => key != null) ?? null
  const isOther = (row: NamingRow) => ![null, name].includes(nameOf(row.nameKey))

  const readable = personTopics.filter((one) => rights.has(rightOfTopic[one]))
  const mayRead = (row: NamingRow) => readable.includes(row.topic)
  const own = rows.filter((row) => !isOther(row) && mayRead(row))
  const others = rows.filter((row) => isOther(row) && mayRead(row))
  const named = own.filter((row) => row.name !== null)
  const longest = named.toSorted((one, other) => (other.name ?? '').length - (one.name ?? '').length)
  const accounts = rows.flatMap((row) => (row.topic === 'users' && !isOther(row) ? [row.id] : []))
  const list = { subjects, accounts, readable, others: rows.filter(isOther), hasPeople: rights.has('people') }
  return {
    name: longest[0]?.name ?? null,
    emails: distinct(own.map(({ email }) => email)),
    phones: distinct(own.map(({ phone }) => phone)),
    zipCodes: distinct(own.map(({ zipCode }) => zipCode)),
    items: own.slice(0, maxItems).map(withoutSubject),
    isMore: own.length > maxItems,
    sharing: [...Map.groupBy(others, ({ nameKey }) => nameOf(nameKey)).values()].flatMap((items) =>
      items.slice(0, 1).map(withoutSubject),
    ),
    ...(await entriesOf(knex, list, { rights, page, limit })),
    mails: rights.has('recipients') ? await mailsTo(knex, subjects) : null,
    leftOut: personTopics.filter((one) => !readable.includes(one)),
  }
}

type Listed = {
  subjects: readonly string[]
  accounts: number[]
  readable: PersonTopic[]
  others: readonly NamingRow[]
  hasPeople: boolean
}
type EntryRow = ActorRow<PersonEntry['actor']['kind']> & {
  eventId: string
  type: string
  at: string
  topic: string
  id: number | null
  total: number
}

/** Events of the items of these subjects, those of other people left out, and of the subjects themselves. */
async function entriesOf(
  knex: Knex,
  { subjects, accounts, readable, others, hasPeople }: Listed,
  { rights, page, limit }: Page & { rights: HeldRights },
): Promise<Pick<Person, 'entries' | 'total'>> {
  // One index each: with OR between them, PostgreSQL reads the whole history.
  const shown = `SELECT item.event_id, item.at, item.revision FROM (
      SELECT topic, item_id FROM read.history WHERE subject = ANY(:subjects::uuid[]) AND topic = ANY(:readable)
      EXCEPT SELECT * FROM unnest(:otherTopics::text[], :otherIds::integer[])) AS known
    JOIN read.history AS item USING (topic, item_id)
    UNION ALL
    SELECT event_id, at, revision FROM read.history
    WHERE :hasPeople AND subject = ANY(:subjects::uuid[]) AND topic = ANY(:ofNoItem)
    UNION ALL
    SELECT event_id, at, revision FROM read.history
    WHERE :hasPeople AND topic = ANY(:ofAccount) AND item_id = ANY(:accounts::integer[])`
  const values = {
    ...{ subjects: [...subjects], readable, hasPeople, ofNoItem, ofAccount, accounts },
    otherTopics: others.map(({ topic }) => topic),
    otherIds: others.map(({ id }) => id),
    ...{ limit, offset: (page - 1) * limit },
  }
  const rows = await knex
    .from(
      knex.raw(
        `(SELECT event_id, count(*) OVER ()::integer AS total FROM (${shown}) AS shown
          ORDER BY at DESC, revision DESC LIMIT :limit OFFSET :offset) AS listed
        JOIN read.history AS item USING (event_id)`,
        values,
      ),
    )
    .leftJoin({ person: 'read.users' }, 'person.id', 'item.actor_id')
    .joinRaw(apiKeyJoin)
    .orderBy([
      { column: 'item.at', order: 'desc' },
      { column: 'item.revision', order: 'desc' },
    ])
    .select<EntryRow[]>(
      {
        eventId: 'item.event_id',
        type: 'item.type',
        at: 'item.at',
        topic: 'item.topic',
        id: 'item.item_id',
        ...actorColumns,
      },
      personOf(knex, 'person', 'person'),
      knex.raw(`${apiKeyName} AS "apiKey", listed.total`),
    )
  return { total: rows[0]?.total ?? 0, entries: rows.map((row) => entryOf(row, rights)) }
}

function entryOf(row: EntryRow, rights: HeldRights): PersonEntry {
  const { eventId, type, at, topic, id } = row
  const actor = actorFor(rights, row)
  const item = isPersonTopic(topic) && id !== null ? { topic, id } : { topic: null, id: null }
  return { eventId, type, at, actor, ...item }
}

const mailsTo = (knex: Knex, subjects: readonly string[]): Promise<PersonMail[]> =>
  knex({ send: 'read.email_campaign_sends' })
    .join({ campaign: 'read.email_campaigns' }, 'campaign.id', 'send.campaign_id')
    .whereIn('send.subject', [...subjects])
    .orderBy('send.sent_at', 'desc')
    .limit(maxMails)
    .select<PersonMail[]>(
      { at: 'send.sent_at', campaignId: 'campaign.id', name: 'campaign.name', status: 'send.status' },
      knex.raw(
        `(SELECT count(*)::integer FROM read.mail_clicks AS click
          WHERE click.campaign_id = send.campaign_id AND click.subject = send.subject AND click.is_human) AS clicks`,
      ),
    )
