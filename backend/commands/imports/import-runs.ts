import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { donations } from '../../domain/donations.ts'
import { emailSignups } from '../../domain/email-signups.ts'
import { mailConsents } from '../../domain/mail/mail-consents.ts'
import { volunteers } from '../../domain/volunteers.ts'
import { createKeyedQueue } from '../../kernel/concurrency/keyed-queue.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { type ImportItem, importItems } from '../../read-model/imports.ts'
import type { DonationRow } from './donation-cells.ts'
import { donationPlanner } from './donation-rows.ts'
import { type FileIds, type ReadFile, rowsPerPart } from './import-file-rows.ts'
import type { ReadRow } from './import-files.ts'
import { type ImportPace, paceBeside } from './import-pace.ts'
import { createWaitingLines, unpackedLines } from './packed-lines.ts'
import { signupPlanner, unsubscribedPlanner, volunteerPlanner } from './people-rows.ts'
import {
  type Counts,
  countRow,
  type ImportTools,
  noRows,
  type PlannedRow,
  type Planner,
  type WritingRow,
} from './planned-rows.ts'
import { type BatchTools, createBatchRunner, type Done, sharingTools, type Task } from './row-batches.ts'

/** Plans the next rows; null at the end of the file. `parts` is emptied on the way. */
type RowPlans = () => Promise<PlannedRow[] | null>

/** Rows of a file become as many planned ones. */
async function planWithNotes<Details>(
  plan: Planner<Details>,
  rows: readonly ReadRow<Details>[],
): Promise<PlannedRow[]> {
  const planned = await plan(rows)
  return planned.map((row, place) => {
    const read = rows[place]
    return read && 'details' in read && read.notes ? { ...row, notes: read.notes } : row
  })
}

/** Many files have the newest row first, so that a refund stands above its gift. Such a row waits for the end of the file. */
function createWaitingRoom({ sharedIds }: FileIds): (row: ReadRow<DonationRow>) => boolean {
  const shared = new Set(sharedIds)
  const given = new Set<string>()
  return (row) => {
    if (!('details' in row)) return false
    const { amount, paymentId } = row.details
    if (paymentId === null || !shared.has(paymentId)) return false
    if (amount > 0) given.add(paymentId)
    return !given.has(paymentId)
  }
}

function rowPlans(
  kind: ImportKind,
  { parts, ...ids }: Pick<ReadFile, 'parts' | keyof FileIds>,
  tools: ImportTools,
): RowPlans {
  const lines = unpackedLines(parts, rowsPerPart)
  function plans<Details>(plan: Planner<Details>, waits: (row: ReadRow<Details>) => boolean = () => false): RowPlans {
    const later = createWaitingLines(rowsPerPart)
    const rowsOf = (part: readonly string[]): ReadRow<Details>[] => part.map((line) => JSON.parse(line))
    return async () => {
      const part = await lines.next()
      if (part.done) {
        const rest = await later.next()
        return rest.done ? null : planWithNotes(plan, rowsOf(rest.value))
      }
      const ready: ReadRow<Details>[] = []
      for (const line of part.value) {
        const [row] = rowsOf([line])
        if (row !== undefined && waits(row)) await later.add(line)
        else if (row !== undefined) ready.push(row)
      }
      return planWithNotes(plan, ready)
    }
  }
  switch (kind) {
    case 'donations':
      return plans(donationPlanner(tools, ids), createWaitingRoom(ids))
    case 'email-signups':
      return plans(signupPlanner(tools))
    case 'volunteers':
      return plans(volunteerPlanner(tools))
    case 'opt-outs':
      return plans(unsubscribedPlanner(tools))
  }
}

/** Entry of a plan about a row. */
function saidOf(row: PlannedRow): string {
  const told = row.kind === 'changed' ? row.changed : row.kind === 'refused' ? row.reasons : []
  const refund = 'refund' in row ? row.refund : undefined
  return JSON.stringify([row.line, row.kind, told, ...(refund === undefined ? [] : [refund])])
}

/** Changes that a file would make; two files with one plan do the same to the same rows. */
export async function planFile(
  kind: ImportKind,
  { fileHash, parts, ...ids }: Pick<ReadFile, 'fileHash' | 'parts' | keyof FileIds>,
  tools: ImportTools,
  pace: ImportPace,
): Promise<{ plan: string; counts: Counts }> {
  const nextPlans = rowPlans(kind, { parts: [...parts], ...ids }, tools)
  const hash = createHash('sha256').update(`${kind} ${fileHash}`)
  const counts = noRows()
  for (;;) {
    await pace.letOthersFirst()
    const rows = await nextPlans()
    if (rows === null) break
    await nextTurn()
    for (const row of rows) countRow(counts, row)
    hash.update(rows.map(saidOf).join(''))
    await nextTurn()
  }
  return { plan: hash.digest('hex'), counts }
}

type ImportRun = { importId: string; context: CommandContext } & Pick<ReadFile, 'parts' | keyof FileIds>
/**
 * Writes the rows of a file, a part at a time, because of `started`. What a crash leaves out is new again the next
 * time, and what it did is repeated. `parts` is emptied on the way.
 */
export async function runImport(
  kind: ImportKind,
  started: Recorded,
  { importId, context, parts, ...ids }: ImportRun,
  tools: BatchTools,
  isStopped: () => boolean,
): Promise<Done> {
  const pace = paceBeside(tools.others)
  const nextPlans = rowPlans(kind, { parts, ...ids }, sharingTools(tools))
  const batches = createBatchRunner({ ...tools, pace }, isStopped)
  const contextOf = (name: string) =>
    systemContext({ commandId: `${context.commandId} ${name}`, cause: started, at: new Date(context.at) })
  const inOrder = createKeyedQueue()
  const taskOf = ({ line, stream, prepare, write }: WritingRow): Task => ({
    prepare,
    // In the order of the file: a refund comes after its gift.
    write: () =>
      inOrder(stream ?? `line ${line}`, () =>
        write({ importId, context: contextOf(`row ${line}`), also: contextOf(`refund ${line}`) }),
      ),
  })
  async function nextTasks(): Promise<Task[] | null> {
    await pace.letOthersFirst()
    if (isStopped()) return null
    const rows = await nextPlans()
    if (rows === null) return null
    return rows.flatMap((row) => ('write' in row ? [taskOf(row)] : []))
  }
  async function nextPrepared(): Promise<Task[] | null> {
    const tasks = await nextTasks()
    await Promise.all((tasks ?? []).map(({ prepare }) => prepare?.()))
    return tasks
  }
  for (let ahead: Promise<Task[] | null> | null = null; ; ) {
    const tasks: Task[] | null = await (ahead ?? nextTasks())
    if (tasks === null) break
    // Alone, the next rows are compared with what is known while these are written: none is about the same gift or person.
    ahead = pace.isAlone() ? nextPrepared() : null
    // Its error is thrown by the next turn of this loop.
    ahead?.catch(() => {})
    await batches.run(tasks)
  }
  return batches.done
}

const itemsAtOnce = 250

/** Takes back what the rows of an import did, where nothing else changed it since. Repeatable. */
export async function undoRows(
  importId: string,
  { commandId, at }: Pick<CommandContext, 'commandId' | 'at'>,
  tools: BatchTools,
  isStopped: () => boolean,
): Promise<Done> {
  const { handle, knex } = sharingTools(tools)
  const batches = createBatchRunner({ ...tools, pace: paceBeside(tools.others) }, isStopped)

  async function undo({ type, stream, revision, eventId }: ImportItem): Promise<Position | null> {
    const context = systemContext({ commandId: `${commandId} ${eventId}`, at: new Date(at) })
    const data = { revision }
    if (type.startsWith('Donation'))
      return (await handle(donations, stream, { type: 'UndoDonationImport', data }, context)).position
    if (type.startsWith('EmailSignup'))
      return (await handle(emailSignups, stream, { type: 'UndoEmailSignupImport', data }, context)).position
    if (type.startsWith('Volunteer'))
      return (await handle(volunteers, stream, { type: 'UndoVolunteerImport', data }, context)).position
    if (type !== 'MailOptOutImported') return null
    const subject = stream.replace(/^mail-consent-/, '')
    const command = { type: 'WithdrawMailOptOut', data: { subject, importId } } as const
    return (await handle(mailConsents, stream, command, context)).position
  }

  for (let after: string | null = null; !isStopped(); ) {
    const items = await importItems(knex, importId, after, itemsAtOnce)
    await batches.run(items.map((item) => ({ write: () => undo(item) })))
    after = items.at(-1)?.eventId ?? null
    if (after === null) break
  }
  return batches.done
}
