import type { Knex } from 'knex'
import type { FileImport } from '../../contract/imports.ts'
import { emailSignup } from '../../records/email-signups.ts'
import type { ImportKind } from '../../records/import-kinds.ts'
import type { Suppression } from '../../records/mail.ts'
import type { Values } from '../../records/values.ts'
import { volunteerDetails } from '../../records/volunteers.ts'
import { columnsOf, recordColumns } from './columns.ts'

const columns = {
  id: 'item.import_id',
  ...columnsOf('item', 'kind, platform, rows, added, changed, refunded, repeated, refused, startedAt, finishedAt'),
  ...columnsOf('item', 'stoppedAt, undoneAt'),
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

/** Latest choices of staff for headings of such files, the newest first: heading and field. */
export async function rememberedMapping(knex: Knex, kind: ImportKind): Promise<[string, string][]> {
  const rows = await knex('read.file_import_mappings')
    .where({ kind })
    .orderBy([{ column: 'said_at', order: 'desc' }, 'heading'])
    .limit(5000)
    .select<{ heading: string; field: string }[]>('heading', 'field')
  return rows.map(({ heading, field }) => [heading, field])
}

export type ImportItem = { eventId: string; type: string; stream: string; revision: number }

/** Outcomes of the rows of an import, a batch at a time. */
export const importItems = (knex: Knex, importId: string, after: string | null, limit: number): Promise<ImportItem[]> =>
  knex({ item: 'read.file_import_items' })
    .join({ file: 'read.file_imports' }, 'file.event_id', 'item.cause')
    .where({ 'file.import_id': importId })
    .modify((items) => {
      if (after !== null) items.where('item.event_id', '>', after)
    })
    .orderBy('item.event_id')
    .limit(limit)
    .select<ImportItem[]>(columnsOf('item', 'eventId, type, stream, revision'))

const bySubject = <Row extends { subject: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.subject, row]))

export type KnownSignup = { subject: string } & Values<typeof emailSignup>
export const signupsOf = async (knex: Knex, subjects: readonly string[]): Promise<Map<string, KnownSignup>> =>
  bySubject(
    await knex({ item: 'read.email_signups' })
      .whereRaw('subject = ANY (?::uuid[])', [[...subjects]])
      .select<KnownSignup[]>({ ...recordColumns('item', emailSignup), ...columnsOf('item', 'subject') }),
  )

export type KnownVolunteer = { subject: string; id: number; isDeleted: boolean } & Values<typeof volunteerDetails>
/** The applications of each person, the latest last, apart from those that an undone import had added: a file may add them again. */
export const volunteersOf = async (knex: Knex, subjects: readonly string[]): Promise<Map<string, KnownVolunteer[]>> =>
  Map.groupBy(
    await knex({ item: 'read.volunteers' })
      .whereRaw('subject = ANY (?::uuid[])', [[...subjects]])
      .where({ is_import_undone: false })
      .orderBy('id')
      .select<KnownVolunteer[]>({
        ...recordColumns('item', volunteerDetails),
        ...columnsOf('item', 'subject, id, isDeleted'),
      }),
    ({ subject }) => subject,
  )

export type KnownSuppression = { subject: string } & Pick<Suppression, 'reason'>
export const suppressionsOf = async (knex: Knex, subjects: readonly string[]): Promise<Map<string, KnownSuppression>> =>
  bySubject(
    await knex('read.mail_suppressions')
      .whereRaw('subject = ANY (?::uuid[])', [[...subjects]])
      .select<KnownSuppression[]>('subject', 'reason'),
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

/** The keys of the refunds of these donations, by donation. */
export async function refundKeysOf(knex: Knex, donationIds: readonly number[]): Promise<Map<number, Set<string>>> {
  if (donationIds.length === 0) return new Map()
  const rows = await knex('read.donation_refunds')
    .whereRaw('donation_id = ANY (?)', [[...donationIds]])
    .select<{ id: number; key: string }[]>({ id: 'donation_id', key: 'refund_key' })
  const keys = new Map<number, Set<string>>()
  for (const { id, key } of rows) keys.set(id, (keys.get(id) ?? new Set()).add(key))
  return keys
}
