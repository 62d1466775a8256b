import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import type { ImportKind } from '../../../contract/import-fields.ts'
import { createKeyedQueue } from '../../concurrency/keyed-queue.ts'
import { donations } from '../../domain/donations.ts'
import { emailSignups } from '../../domain/email-signups.ts'
import { mailConsents } from '../../domain/mail-consents.ts'
import { volunteers } from '../../domain/volunteers.ts'
import { type CommandContext, systemContext } from '../../eventlog/command-context.ts'
import type { Position } from '../../eventlog/event-log.ts'
import type { Recorded } from '../../eventlog/metadata.ts'
import { type ImportItem, importItems } from '../../read-model/imports.ts'
import { donationPlanner } from './donation-rows.ts'
import type { ReadFile } from './import-file-thread.ts'
import { signupPlanner, unsubscribedPlanner, volunteerPlanner } from './people-rows.ts'
import { type Counts, countRow, type ImportTools, noRows, type PlannedRow } from './planned-rows.ts'
import { type BatchTools, createBatchRunner, type Done, sharingTools } from './row-batches.ts'

const unpacked = (part: Uint8Array) => JSON.parse(inflateRawSync(part).toString())

/** The planner of a kind, for rows as the thread sends them. */
function plannerOf(
  kind: ImportKind,
  tools: ImportTools,
  sharedIds: readonly string[],
): (part: Uint8Array) => Promise<PlannedRow[]> {
  switch (kind) {
    case 'donations': {
      const plan = donationPlanner(tools, new Set(sharedIds))
      return (part) => plan(unpacked(part))
    }
    case 'email-signups': {
      const plan = signupPlanner(tools)
      return (part) => plan(unpacked(part))
    }
    case 'volunteers': {
      const plan = volunteerPlanner(tools)
      return (part) => plan(unpacked(part))
    }
    case 'opt-outs': {
      const plan = unsubscribedPlanner(tools)
      return (part) => plan(unpacked(part))
    }
  }
}

/** What a file would do; two files with one plan do the same to the same rows. */
export async function planFile(
  kind: ImportKind,
  { fileHash, parts, sharedIds }: Pick<ReadFile, 'fileHash' | 'parts' | 'sharedIds'>,
  tools: ImportTools,
): Promise<{ plan: string; counts: Counts }> {
  const planned = plannerOf(kind, tools, sharedIds)
  const hash = createHash('sha256').update(`${kind} ${fileHash}`)
  const counts = noRows()
  for (const part of parts) {
    for (const row of await planned(part)) {
      countRow(counts, row)
      const told = row.kind === 'changed' ? row.changed : row.kind === 'refused' ? row.reasons : []
      const refund = 'refund' in row ? row.refund : undefined
      hash.update(JSON.stringify([row.line, row.kind, told, ...(refund === undefined ? [] : [refund])]))
    }
    await nextTurn()
  }
  return { plan: hash.digest('hex'), counts }
}

type ImportRun = { importId: string; context: CommandContext } & Pick<ReadFile, 'parts' | 'sharedIds'>
/**
 * Writes the rows of a file, a part at a time, because of `started`. What a crash leaves out is new again the next
 * time, and what it did is repeated. `parts` is emptied on the way.
 */
export async function runImport(
  kind: ImportKind,
  started: Recorded,
  { importId, context, parts, sharedIds }: ImportRun,
  tools: BatchTools,
  isStopped: () => boolean,
): Promise<Done> {
  const planned = plannerOf(kind, sharingTools(tools), sharedIds)
  const batches = createBatchRunner(tools, isStopped)
  const contextOf = (name: string) =>
    systemContext({ commandId: `${context.commandId} ${name}`, cause: started, at: new Date(context.at) })
  const inOrder = createKeyedQueue()
  async function prepared(part: Uint8Array): Promise<PlannedRow[]> {
    await batches.letOthersFirst()
    const rows = await planned(part)
    await Promise.all(rows.map((row) => ('write' in row ? row.prepare?.() : undefined)))
    return rows
  }
  const nextRows = () => {
    const part = parts.shift()
    return part === undefined || isStopped() ? null : prepared(part)
  }
  for (let next = nextRows(); next !== null; ) {
    const rows: PlannedRow[] = await next
    // The next part is compared with what is known while this one is written: no row of it is about the same gift or
    // person.
    next = nextRows()
    // Its error is thrown by the next turn of this loop.
    next?.catch(() => {})
    const tasks = rows.flatMap((row) =>
      'write' in row
        ? [
            () =>
              // In the order of the file: a refund comes after its gift.
              inOrder(row.stream ?? `line ${row.line}`, () =>
                row.write({ importId, context: contextOf(`row ${row.line}`), also: contextOf(`refund ${row.line}`) }),
              ),
          ]
        : [],
    )
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
  const { handle, knex, applySuppression } = sharingTools(tools)
  const batches = createBatchRunner(tools, isStopped)

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
    const { position } = await handle(mailConsents, stream, command, context)
    await applySuppression(subject)
    return position
  }

  for (let after: string | null = null; !isStopped(); ) {
    const items = await importItems(knex, importId, after, itemsAtOnce)
    await batches.run(items.map((item) => () => undo(item)))
    after = items.at(-1)?.eventId ?? null
    if (after === null) break
  }
  return batches.done
}
