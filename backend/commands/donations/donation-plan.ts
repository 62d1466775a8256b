import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Donation, DonationColumn, DonationImport } from '../../../contract/donations.ts'
import { donationKey, donationStream, donorErased } from '../../domain/donations.ts'
import { donationsByStream } from '../../read-model/donations.ts'
import type { DonationDetails, DonationRow } from './donation-rows.ts'

/** What becomes of a row. */
export type PlannedRow = { line: number } & (
  | { kind: 'added'; stream: string; details: DonationDetails }
  | { kind: 'changed'; stream: string; details: DonationDetails; changed: DonationColumn[] }
  | { kind: 'repeated' }
  | { kind: 'refused'; reasons: string[] }
)

/** Keyed hash of any text: `SubjectKeys.emailHash` ignores case and spaces, so the text is spelled out first. */
type KeyHash = (text: string) => string

const streamOf = (details: DonationDetails, hash: KeyHash) =>
  donationStream(hash(Buffer.from(donationKey(details)).toString('hex')))

const columnsOf = ({ donatedAt, ...details }: DonationDetails): { [Column in DonationColumn]: unknown } => ({
  ...details,
  createdAt: donatedAt,
})

function changedColumns(known: Donation, details: DonationDetails): DonationColumn[] {
  const { id: _, isErased: __, ...before } = known
  const after = columnsOf(details)
  const isColumn = (name: string): name is DonationColumn => name in after
  return Object.keys(before)
    .filter((name) => isColumn(name) && before[name] !== after[name])
    .filter(isColumn)
}

const lookedUpAtOnce = 5000
const rowsPerTurn = 500

/** `Array.map` over many rows; other requests are answered in between. */
async function inTurns<Row, Answer>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Answer,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [index, row] of rows.entries()) {
    answers.push(work(row, index))
    if (answers.length % rowsPerTurn === 0) await nextTurn()
  }
  return answers
}

/** Compares the rows with what is imported already. A donation appears in the plan once, where the file has it first. */
export async function planDonations(
  rows: readonly DonationRow[],
  { knex, hash }: { knex: Knex; hash: KeyHash },
): Promise<PlannedRow[]> {
  const streams = await inTurns(rows, (row) => ('details' in row ? streamOf(row.details, hash) : null))
  const wanted = [...new Set(streams.filter((stream) => stream !== null))]
  const known = new Map<string, Donation>()
  for (let start = 0; start < wanted.length; start += lookedUpAtOnce)
    for (const [stream, donation] of await donationsByStream(knex, wanted.slice(start, start + lookedUpAtOnce)))
      known.set(stream, donation)

  const first = new Map<string, { line: number; text: string }>()
  return inTurns(rows, (row, index): PlannedRow => {
    const { line } = row
    const stream = streams[index]
    if ('reasons' in row) return { line, kind: 'refused', reasons: row.reasons }
    if (!stream) throw new Error('A row without reasons has a stream.')
    const { details } = row
    const text = JSON.stringify(details)
    const earlier = first.get(stream)
    if (earlier?.text === text) return { line, kind: 'repeated' }
    if (earlier)
      return { line, kind: 'refused', reasons: [`Line ${earlier.line} has the same donation with different details.`] }
    first.set(stream, { line, text })
    const imported = known.get(stream)
    if (!imported) return { line, kind: 'added', stream, details }
    if (imported.isErased) return { line, kind: 'refused', reasons: [donorErased] }
    const changed = changedColumns(imported, details)
    return changed.length === 0 ? { line, kind: 'repeated' } : { line, kind: 'changed', stream, details, changed }
  })
}

/** Two plans with this text do the same to the same rows. */
export async function planHash(fileHash: string, plan: readonly PlannedRow[]): Promise<string> {
  const hash = createHash('sha256').update(fileHash)
  await inTurns(plan, (row) =>
    hash.update(JSON.stringify([row.line, row.kind, row.kind === 'changed' ? row.changed : []])),
  )
  return hash.digest('hex')
}

const isWritten = ({ kind }: PlannedRow) => kind === 'added' || kind === 'changed'

/** The rows up to the `most`-th that is written, and the plan once those are: an import takes several requests. */
export function firstPart(plan: readonly PlannedRow[], most: number): { part: PlannedRow[]; rest: PlannedRow[] } {
  const written = plan.flatMap((row, index) => (isWritten(row) ? [index] : []))
  const end = written[most] ?? plan.length
  const done = plan.slice(0, end).map((row) => (isWritten(row) ? { line: row.line, kind: 'repeated' as const } : row))
  return { part: plan.slice(0, end), rest: [...done, ...plan.slice(end)] }
}

export const writesOf = (plan: readonly PlannedRow[]): number => plan.filter(isWritten).length

const mostShown = 200

/** `left`: to be written yet. */
export function summaryOf(plan: readonly PlannedRow[], hash: string | null, left: number): DonationImport {
  const added = plan.filter((row) => row.kind === 'added')
  const changed = plan.filter((row) => row.kind === 'changed')
  const repeated = plan.filter((row) => row.kind === 'repeated')
  const refused = plan.filter((row) => row.kind === 'refused')
  return {
    plan: hash,
    left,
    rows: plan.length,
    added: added.length,
    changed: changed.length,
    repeated: repeated.length,
    refused: refused.length,
    addedAmount: added.reduce((sum, { details }) => sum + details.amount, 0),
    addedLines: added.slice(0, mostShown).map(({ line }) => line),
    changedRows: changed.slice(0, mostShown).map(({ line, changed }) => ({ line, changed })),
    repeatedLines: repeated.slice(0, mostShown).map(({ line }) => line),
    refusedRows: refused.slice(0, mostShown).map(({ line, reasons }) => ({ line, reasons })),
  }
}
