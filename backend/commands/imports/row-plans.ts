import { campaignClock } from '../../../contract/campaign-event-times.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { donationKey } from '../../domain/donations.ts'
import type { DonationRow } from './donation-cells.ts'
import { donationPlanner, type FileIds } from './donation-rows.ts'
import { createFileRowReader, isInOtherOrder, type ReadRow } from './file-row-reader.ts'
import type { Turns } from './import-file-rows.ts'
import { signupPlanner, unsubscribedPlanner, volunteerPlanner } from './people-rows.ts'
import type { ImportTools, PlannedRow, Planner } from './planned-rows.ts'
import { refundKeyOf } from './refund-keys.ts'
import type { WaitingFile } from './waiting-files.ts'
import { type RowVerdict, rowsAtOnce } from './waiting-rows.ts'

type Texts = Iterable<string[]> | AsyncIterable<string[]>
type Table = Pick<WaitingFile, 'id' | 'kind' | 'columns' | 'head' | 'choices' | 'isMixed' | 'createdAt'>
/** `related`: see app.waiting_import_rows. */
type RowPlan = { row: PlannedRow; related: string | null }

/** True when some of these rows has the day and the month in the other order than was chosen. */
export async function hasOtherDates(
  { columns, choices }: Pick<Table, 'columns' | 'choices'>,
  texts: Texts,
  turns: Turns,
) {
  const isOther = isInOtherOrder(columns, choices.isDayFirst)
  if (isOther === null) return false
  for await (const part of texts) {
    if (part.some((text) => isOther(JSON.parse(text)))) return true
    await turns.over()
  }
  return false
}

const isDonation = (details: unknown): details is DonationRow =>
  typeof details === 'object' && details !== null && 'paymentId' in details

/** Person or gift of a row: rows with one key are compared with each other, and no others. */
const keyOf = (details: { email: string }): string => (isDonation(details) ? donationKey(details) : details.email)

/**
 * Finds what a planner has to know of a file before its first row. Many files have the newest row first, so that a refund stands
 * above its gift: such a row `waits` for the end of the file.
 */
function createLookAhead() {
  const seen = new Set<string>()
  const given = new Set<string>()
  const shared = new Set<string>()
  const refunds = new Set<string>()
  return {
    ids: { shared, refunds } satisfies FileIds,
    waits(row: ReadRow): boolean {
      if (!('details' in row) || !isDonation(row.details)) return false
      const refund = refundKeyOf(row.details)
      if (refund !== null) refunds.add(refund)
      const { paymentId, amount } = row.details
      if (paymentId === null) return false
      if (seen.has(paymentId)) shared.add(paymentId)
      seen.add(paymentId)
      if (amount > 0) given.add(paymentId)
      return !given.has(paymentId)
    },
  }
}

function plannerFor(kind: ImportKind, tools: ImportTools, ids: FileIds) {
  const fromText =
    <Details extends { email: string }>(plan: Planner<Details>) =>
    async (texts: readonly string[]) => {
      const rows: ReadRow<Details>[] = texts.map((text) => JSON.parse(text))
      const planned = await plan(rows)
      return planned.map((row, place): RowPlan => {
        const read = rows[place]
        if (!read || !('details' in read)) return { row, related: null }
        const related = keyOf(read.details)
        return { row: read.notes ? { ...row, notes: read.notes } : row, related }
      })
    }
  switch (kind) {
    case 'donations':
      return fromText(donationPlanner(tools, ids))
    case 'email-signups':
      return fromText(signupPlanner(tools))
    case 'volunteers':
      return fromText(volunteerPlanner(tools))
    case 'opt-outs':
      return fromText(unsubscribedPlanner(tools))
  }
}

/** Keyed hash of what a row of this file is about. */
const hashOf = ({ subjects }: Pick<ImportTools, 'subjects'>, fileId: string, key: string) =>
  subjects.emailHash(`${fileId} ${key}`).slice(0, 32)

const readerOf = ({ kind, columns, head, choices, isMixed, createdAt }: Table) =>
  createFileRowReader(
    { kind, columns, width: head.width },
    { ...choices, isMixed, day: campaignClock.dateAt(new Date(createdAt)), now: Date.now() },
  )

/** The hash of one row, see `RowPlan`; null: it is refused by itself. */
export function relatedTo(file: Table, text: string, tools: Pick<ImportTools, 'subjects'>): string | null {
  const row = readerOf(file)(JSON.parse(text))
  return 'details' in row && isAboutOne(row.details) ? hashOf(tools, file.id, keyOf(row.details)) : null
}

const isAboutOne = (details: unknown): details is { email: string } =>
  typeof details === 'object' && details !== null && 'email' in details && typeof details.email === 'string'

/** Plans rows of a file, in parts: for the check, for a row that was mended, and for the import. */
export async function* rowPlans(
  file: Table,
  texts: Texts,
  tools: ImportTools,
  turns: Turns,
): AsyncGenerator<RowPlan[]> {
  const read = readerOf(file)
  const lookAhead = createLookAhead()
  // As text, since objects take several times the memory.
  const ready: string[] = []
  const waiting: string[] = []
  for await (const part of texts)
    for (const text of part) {
      const row = read(JSON.parse(text))
      const isLater = lookAhead.waits(row)
      ;(isLater ? waiting : ready).push(JSON.stringify(row))
      const turn = turns.over()
      if (turn !== null) await turn
    }
  const plan = plannerFor(file.kind, tools, lookAhead.ids)
  for (const rows of [ready, waiting])
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const planned = await plan(rows.slice(at, at + rowsAtOnce))
      yield planned.map(({ row, related }) => ({ row, related: related && hashOf(tools, file.id, related) }))
      await turns.over()
    }
}

export function verdictOf({ row, related }: RowPlan): RowVerdict {
  const { line, kind: status } = row
  const refund = row.kind === 'refunded' ? row.amount : 'refund' in row ? (row.refund ?? null) : null
  return {
    line,
    related,
    status,
    amount: row.kind === 'added' ? row.amount : 0,
    refund,
    said: {
      ...(row.kind === 'refused' && { reasons: row.reasons }),
      ...(row.kind === 'changed' && { changed: row.changed }),
      ...('write' in row && row.notes && { notes: row.notes }),
    },
  }
}
