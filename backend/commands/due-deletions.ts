import type { Knex } from 'knex'
import { accountDeletionStream, accountDeletions } from '../domain/account-deletions.ts'
import { systemContext } from '../eventlog/command-context.ts'
import { dueDeletions } from '../read-model/account-deletions.ts'
import { addressesOf, subjectsOf } from '../read-model/subjects.ts'
import { accountRow } from '../read-model/users.ts'
import { type EraseTools, eraseSubject } from './erasures.ts'

type DueTools = EraseTools & {
  knex: Knex
  /** Null where people have no pictures. */
  photos: { forget(subject: string): Promise<void> } | null
  /** Deletes what a development outbox still holds for these addresses, or tells of them. */
  forgetMail(addresses: readonly string[]): Promise<void>
}

const often = 60_000 // ms

/**
 * Erases everybody whose 24 hours are over; answers how many. What is left of a person when the process dies is found
 * again by the next run: the subject of the row in the read model comes last, and the row goes with it. Two
 * processes at once do everything twice, which is fine.
 */
export async function eraseDueAccounts(tools: DueTools, now: Date): Promise<number> {
  const { handle, knex, photos, forgetMail } = tools
  let erased = 0
  for (const { userId, subject, dueAt } of await dueDeletions(knex, now)) {
    // Run twice, it is one command.
    const context = systemContext({ commandId: `delete account ${userId} of ${dueAt}`, at: now })
    const person = await accountRow(knex, userId)
    const start = {
      type: 'StartAccountDeletion',
      data: { userId, subject, isAdmin: person?.user.isAdmin ?? false, now: context.at },
    } as const
    const { events } = await handle(accountDeletions, accountDeletionStream(userId), start, context)
    // Cancelled a moment ago: the read model has not heard of it.
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

/** Now and then every minute, one run at a time. Returns a stop that waits for the run in hand. */
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
