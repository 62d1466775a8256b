import type { Knex } from 'knex'
import type { ImportKind } from '../../contract/import-fields.ts'
import type { Donor, FileImport } from '../../contract/imports.ts'

const columns = {
  id: 'item.import_id',
  kind: 'item.kind',
  rows: 'item.rows',
  added: 'item.added',
  changed: 'item.changed',
  refunded: 'item.refunded',
  repeated: 'item.repeated',
  refused: 'item.refused',
  startedAt: 'item.started_at',
  finishedAt: 'item.finished_at',
  undoneAt: 'item.undone_at',
}

const imports = (knex: Knex) =>
  knex({ item: 'read.file_imports' })
    .leftJoin({ total: 'read.file_import_totals' }, 'total.cause', 'item.event_id')
    .select<FileImport[]>(columns, knex.raw('coalesce(total.items, 0)::integer AS written'))

export const recentImports = (knex: Knex): Promise<FileImport[]> =>
  imports(knex).orderBy('item.started_at', 'desc').limit(100)

export async function importWith(knex: Knex, importId: string): Promise<FileImport | null> {
  const [row] = await imports(knex).where({ 'item.import_id': importId })
  return row ?? null
}

/** What staff last said about headings of such files: heading and field. */
export async function rememberedMapping(knex: Knex, kind: ImportKind): Promise<[string, string][]> {
  const rows = await knex('read.file_import_mappings')
    .where({ kind })
    .limit(5000)
    .select<{ heading: string; field: string }[]>('heading', 'field')
  return rows.map(({ heading, field }) => [heading, field])
}

export type ImportItem = { eventId: string; type: string; stream: string; revision: number }

/** What the rows of an import became, a batch at a time. */
export const importItems = (knex: Knex, importId: string, after: string | null, limit: number): Promise<ImportItem[]> =>
  knex({ item: 'read.file_import_items' })
    .join({ file: 'read.file_imports' }, 'file.event_id', 'item.cause')
    .where({ 'file.import_id': importId })
    .modify((items) => {
      if (after !== null) items.where('item.event_id', '>', after)
    })
    .orderBy('item.event_id')
    .limit(limit)
    .select<ImportItem[]>({
      eventId: 'item.event_id',
      type: 'item.type',
      stream: 'item.stream',
      revision: 'item.revision',
    })

const bySubject = <Row extends { subject: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.subject, row]))

export type KnownSignup = { subject: string; firstName: string | null }
export const signupsOf = async (knex: Knex, subjects: readonly string[]): Promise<Map<string, KnownSignup>> =>
  bySubject(
    await knex('read.email_signups')
      .whereRaw('subject = ANY (?::uuid[])', [[...subjects]])
      .select<KnownSignup[]>('subject', { firstName: 'first_name' }),
  )

export type KnownVolunteer = {
  subject: string
  id: number
  firstName: string
  lastName: string
  email: string
  phone: string | null
  skills: string | null
  availability: string | null
  isDeleted: boolean
}
/** The latest application of each person. */
export const volunteersOf = async (knex: Knex, subjects: readonly string[]): Promise<Map<string, KnownVolunteer>> =>
  bySubject(
    await knex('read.volunteers')
      .whereRaw('subject = ANY (?::uuid[])', [[...subjects]])
      .orderBy('id')
      .select<KnownVolunteer[]>('subject', 'id', 'email', 'phone', 'skills', 'availability', {
        firstName: 'first_name',
        lastName: 'last_name',
        isDeleted: 'is_deleted',
      }),
  )

export type KnownRefusal = { subject: string; reason: 'unsubscribed' | 'bounced' | 'complained' }
export const refusalsOf = async (knex: Knex, subjects: readonly string[]): Promise<Map<string, KnownRefusal>> =>
  bySubject(
    await knex('app.mail_suppressions')
      .whereRaw('subject = ANY (?::uuid[])', [[...subjects]])
      .select<KnownRefusal[]>('subject', 'reason'),
  )

export type KnownDonation = {
  id: number
  paymentId: string
  amount: number
  /** Cents that are not refunded. */
  left: number
  /** ISO 8601, UTC. */
  createdAt: string
  isErased: boolean
  stream: string
}
/** The donations with these payment ids, the newest first. */
export async function donationsPaidBy(knex: Knex, paymentIds: readonly string[]): Promise<KnownDonation[]> {
  if (paymentIds.length === 0) return []
  return knex('read.donations')
    .whereRaw('payment_id = ANY (?)', [[...paymentIds]])
    .orderBy('created_at', 'desc')
    .select<KnownDonation[]>(
      {
        id: 'id',
        amount: 'amount',
        stream: 'stream',
        paymentId: 'payment_id',
        createdAt: 'created_at',
        isErased: 'is_erased',
      },
      knex.raw('coalesce(left_over, amount) AS "left"'),
    )
}

/** The keys of the refunds of these donations, each behind the number of its donation. */
export async function refundKeysOf(knex: Knex, donationIds: readonly number[]): Promise<Set<string>> {
  if (donationIds.length === 0) return new Set()
  const rows = await knex('read.donation_refunds')
    .whereRaw('donation_id = ANY (?)', [[...donationIds]])
    .select<{ id: number; key: string }[]>({ id: 'donation_id', key: 'refund_key' })
  return new Set(rows.map(({ id, key }) => `${id} ${key}`))
}

/** The even year in which a federal election cycle ends; the campaign's clock says which year it is. */
const cycle = (timeZone: string) => ({
  sql: `(extract(year FROM created_at AT TIME ZONE ?)::integer + 1) / 2 * 2`,
  bindings: [timeZone],
})

export async function donorTotals(
  knex: Knex,
  { q, cycle: year }: { q: string; cycle?: number | undefined },
  timeZone: string,
): Promise<Donor[]> {
  const { sql, bindings } = cycle(timeZone)
  const { rows } = await knex.raw<{ rows: Donor[] }>(
    `SELECT (array_agg(first_name ORDER BY created_at DESC))[1] AS "firstName",
       (array_agg(last_name ORDER BY created_at DESC))[1] AS "lastName",
       (array_agg(email ORDER BY created_at DESC))[1] AS email,
       cycle, count(*)::integer AS gifts, sum(coalesce(left_over, amount))::float8 AS total, max(created_at) AS "lastAt"
     FROM (SELECT *, ${sql} AS cycle FROM read.donations WHERE NOT is_erased) AS gift
     WHERE (?::integer IS NULL OR cycle = ?)
       AND (? = '' OR app.search_key(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(payment_id, '')) LIKE app.search_key('%' || ? || '%'))
     GROUP BY subject, cycle ORDER BY total DESC, subject, cycle LIMIT 500`,
    [...bindings, year ?? null, year ?? null, q, q.replace(/[\\%_]/g, '\\$&')],
  )
  return rows
}
