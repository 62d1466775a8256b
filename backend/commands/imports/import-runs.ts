import { donations } from '../../domain/donations.ts'
import { emailSignups } from '../../domain/email-signups.ts'
import { mailConsents } from '../../domain/mail/mail-consents.ts'
import { volunteers } from '../../domain/volunteers.ts'
import { createKeyedQueue } from '../../kernel/concurrency/keyed-queue.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { type ImportItem, importItems } from '../../read-model/imports.ts'
import { shortTurns } from './import-file-reader.ts'
import { paceBeside } from './import-pace.ts'
import type { WritingRow } from './planned-rows.ts'
import { type BatchTools, createBatchRunner, type Done, sharingTools, type Task } from './row-batches.ts'
import { rowPlans, verdictOf } from './row-plans.ts'
import type { WaitingFile, WaitingFiles } from './waiting-files.ts'
import type { RowVerdict, Verdict } from './waiting-rows.ts'

const isSame = (verdict: RowVerdict, checked: Verdict | undefined) =>
  verdict.status === checked?.status &&
  verdict.amount === checked.amount &&
  verdict.refund === checked.refund &&
  `${verdict.said.changed}` === `${checked.said.changed}`

/**
 * Writes the rows of a file because of `started`, a part at a time. A row that would do something else by now than its check
 * said is skipped. What a crash leaves out is new again the next time, and what it did is repeated. `mayGoOn` is asked before
 * each part.
 */
export async function runImport(
  file: WaitingFile,
  { importId, context, started }: { importId: string; context: CommandContext; started: Recorded },
  { waiting, ...tools }: BatchTools & { waiting: WaitingFiles },
  { isStopped, mayGoOn }: { isStopped(): boolean; mayGoOn(): Promise<boolean> },
): Promise<Done> {
  const pace = paceBeside(tools.others)
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
  for await (const part of rowPlans(file, waiting.texts(file.id), sharingTools(tools), shortTurns(pace))) {
    if (isStopped() || !(await mayGoOn())) break
    const checked = await waiting.verdicts(
      file.id,
      part.map(({ row }) => row.line),
    )
    const tasks: Task[] = []
    for (const plan of part) {
      if (!('write' in plan.row)) continue
      if (isSame(verdictOf(plan), checked.get(plan.row.line))) tasks.push(taskOf(plan.row))
      else batches.done.skipped++
    }
    await batches.run(tasks)
    await pace.letOthersFirst()
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
