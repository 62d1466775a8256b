import type { Knex } from 'knex'
import { accountDeletionStream, accountDeletions } from '../domain/account-deletions.ts'
import { systemContext } from '../eventlog/command-context.ts'
import { dueDeletions } from '../read-model/account-deletions.ts'
import { addressesOf, subjectsOf } from '../read-model/subjects.ts'
import { accountRow } from '../read-model/users.ts'
import { type EraseTools, eraseSubject } from './erasures.ts'

type DueTools = EraseTools & {
  knex: Knex
  /** Null when profile photos are turned off. */
  photos: { forget(subject: string): Promise<void> } | null
  /** Deletes mail to or about these addresses from the development outbox. */
  forgetMail(addresses: readonly string[]): Promise<void>
}

const often = 60_000 // ms

/**
 * Erases everybody whose 24 hours are over; returns how many. If the process dies in between, the next run finds the rest:
 * the subject in the row of the read model is erased last, and the row disappears with it. Every step is idempotent, so
 * two processes may run at once.
 */
export async function eraseDueAccounts(tools: DueTools, now: Date): Promise<number> {
  const { handle, knex, photos, forgetMail } = tools
  let erased = 0
  for (const { userId, subject, dueAt } of await dueDeletions(knex, now)) {
    // Idempotent: a second run is the same command.
    const context = systemContext({ commandId: `delete account ${userId} of ${dueAt}`, at: now })
    const person = await accountRow(knex, userId)
    const start = {
      type: 'StartAccountDeletion',
      data: { userId, subject, isAdmin: person?.user.isAdmin ?? false, now: context.at },
    } as const
    const { events } = await handle(accountDeletions, accountDeletionStream(userId), start, context)
    // Cancelled just now: the read model does not show it yet.
    if (!events.some(({ type }) => type === 'AccountDeletionStarted')) continue
    await forgetMail(await addressesOf(knex, userId))
    const others = (await subjectsOf(knex, userId)).filter((each) => each !== subject)
    for (const each of [...others, subject]) {
      await photos?.forget(each)
      await eraseSubject(tools, each, { ...context, commandId: `${context.commandId} ${each}` })
    }
    erased++
  }
  return erased
}

/** Runs now and then every minute, one run at a time. The returned function stops it and waits for the current run. */
export function keepErasingDue(
  erase: () => Promise<unknown>,
  onError: (error: unknown) => void,
  every = often,
): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const run = () => {
    running ??= erase()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, every).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
