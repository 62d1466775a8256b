import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportKind } from '../../../contract/import-fields.ts'
import { DomainError } from '../../domain/decider.ts'
import { donations } from '../../domain/donations.ts'
import { emailSignups } from '../../domain/email-signups.ts'
import { mailConsents } from '../../domain/mail-consents.ts'
import { volunteers } from '../../domain/volunteers.ts'
import { type CommandContext, systemContext } from '../../eventlog/command-context.ts'
import type { Position } from '../../eventlog/event-log.ts'
import type { Recorded } from '../../eventlog/metadata.ts'
import { type ImportItem, importItems } from '../../read-model/imports.ts'
import { applySuppression } from '../mail-consents/mail-suppressions.ts'
import { donationPlanner } from './donation-rows.ts'
import { optOutPlanner, signupPlanner, volunteerPlanner } from './people-rows.ts'
import { type Counts, countRow, type ImportTools, noRows, type PlannedRow } from './planned-rows.ts'

/** Rows whose events are written together: many make an import fast, few let other commands in between. */
const atOnce = 25

export type RunTools = ImportTools & {
  /** Whether the read model shows this position; waits a moment for it. */
  reached(position: Position): Promise<boolean>
}

/** The planner of a kind, for rows as the thread sends them. */
function plannerOf(kind: ImportKind, tools: ImportTools): (part: string) => Promise<PlannedRow[]> {
  switch (kind) {
    case 'donations': {
      const plan = donationPlanner(tools)
      return (part) => plan(JSON.parse(part))
    }
    case 'email-signups': {
      const plan = signupPlanner(tools)
      return (part) => plan(JSON.parse(part))
    }
    case 'volunteers': {
      const plan = volunteerPlanner(tools)
      return (part) => plan(JSON.parse(part))
    }
    case 'opt-outs': {
      const plan = optOutPlanner(tools)
      return (part) => plan(JSON.parse(part))
    }
  }
}

/** What a file would do; two files with one plan do the same to the same rows. */
export async function planFile(
  kind: ImportKind,
  { fileHash, parts }: { fileHash: string; parts: readonly string[] },
  tools: ImportTools,
): Promise<{ plan: string; counts: Counts }> {
  const planned = plannerOf(kind, tools)
  const hash = createHash('sha256').update(`${kind} ${fileHash}`)
  const counts = noRows()
  for (const part of parts) {
    for (const row of await planned(part)) {
      countRow(counts, row)
      const told = row.kind === 'changed' ? row.changed : row.kind === 'refused' ? row.reasons : []
      hash.update(JSON.stringify([row.line, row.kind, told]))
    }
    await nextTurn()
  }
  return { plan: hash.digest('hex'), counts }
}

type Done = { written: number; skipped: number }

/** Runs tasks a few at a time; what the rules forbid in the meantime is skipped. `isStopped`: the server closes. */
async function inGroups(
  tasks: readonly (() => Promise<Position | null>)[],
  done: Done,
  tools: RunTools,
  isStopped: () => boolean,
): Promise<void> {
  for (let start = 0; start < tasks.length && !isStopped(); start += atOnce) {
    const positions = await Promise.all(
      tasks.slice(start, start + atOnce).map(async (task) => {
        try {
          const position = await task()
          if (position !== null) done.written++
          return position
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          done.skipped++
          return null
        }
      }),
    )
    // The read model keeps up; otherwise the next command of another person would wait for all of these.
    for (const position of positions) if (position !== null) await tools.reached(position)
    await nextTurn()
  }
}

/**
 * Writes the rows of a file, a part at a time, because of `started`. What a crash leaves out is new again the next time, and
 * what it did is repeated. `parts` is emptied on the way.
 */
export async function runImport(
  kind: ImportKind,
  started: Recorded,
  { importId, context, parts }: { importId: string; context: CommandContext; parts: string[] },
  tools: RunTools,
  isStopped: () => boolean,
): Promise<Done> {
  const planned = plannerOf(kind, tools)
  const done: Done = { written: 0, skipped: 0 }
  const contextOf = (name: string) =>
    systemContext({ commandId: `${context.commandId} ${name}`, cause: started, at: new Date(context.at) })
  for (let part = parts.shift(); part !== undefined && !isStopped(); part = parts.shift()) {
    const rows = await planned(part)
    const tasks = rows.flatMap((row) =>
      'write' in row
        ? [() => row.write({ importId, context: contextOf(`row ${row.line}`), also: contextOf(`refund ${row.line}`) })]
        : [],
    )
    await inGroups(tasks, done, tools, isStopped)
  }
  return done
}

const itemsAtOnce = 250

/** Takes back what the rows of an import did, where nothing else changed it since. Repeatable. */
export async function undoRows(
  importId: string,
  { commandId, at }: Pick<CommandContext, 'commandId' | 'at'>,
  tools: RunTools,
  isStopped: () => boolean,
): Promise<Done> {
  const { handle, knex } = tools
  const done: Done = { written: 0, skipped: 0 }

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
    await applySuppression(tools, subject)
    return position
  }

  for (let after: string | null = null; !isStopped(); ) {
    const items = await importItems(knex, importId, after, itemsAtOnce)
    await inGroups(
      items.map((item) => () => undo(item)),
      done,
      tools,
      isStopped,
    )
    after = items.at(-1)?.eventId ?? null
    if (after === null) break
  }
  return done
}
