import { accountDeletionStream, accountDeletions } from '../domain/account-deletions.ts'
import type { CommandContext } from '../eventlog/handle.ts'
import type { CommandTools } from './command.ts'
import { eraseSubject } from './erasures.ts'

type DueTools = Pick<CommandTools, 'handle' | 'subjects' | 'accounts' | 'rows' | 'photos' | 'forgetMail'>

const often = 60_000 // ms

/**
 * Erases everybody whose 24 hours are over; answers how many. What is left of a person when the process dies is found
 * again by the next run: the subject of the row in the read model comes last, and the row goes with it. Two
 * processes at once do everything twice, which is fine.
 */
export async function eraseDueAccounts(tools: DueTools, now: Date): Promise<number> {
  let erased = 0
  for (const { userId, subject, dueAt } of await tools.rows.dueDeletions(now)) {
    const context = dueContext(`delete account ${userId} of ${dueAt}`, now)
    const person = await tools.rows.person(userId)
    const start = {
      type: 'StartAccountDeletion',
      data: { userId, subject, isAdmin: person?.user.isAdmin ?? false, now: context.at },
    } as const
    const { events } = await tools.handle(accountDeletions, accountDeletionStream(userId), start, context)
    // Cancelled a moment ago: the read model has not heard of it.
    if (!events.some(({ type }) => type === 'AccountDeletionStarted')) continue
    await tools.forgetMail(await tools.rows.addressesOf(userId))
    const others = (await tools.rows.subjectsOf(userId)).filter((each) => each !== subject)
    for (const each of [...others, subject]) {
      await tools.photos?.forget(each)
      await eraseSubject(tools, each, { ...context, commandId: `${context.commandId} ${each}` })
    }
    erased++
  }
  return erased
}

/** In the name of the system; run twice, it is one command. */
const dueContext = (commandId: string, now: Date): CommandContext => ({
  at: now.toISOString(),
  actor: { kind: 'system' },
  requestId: commandId,
  correlationId: commandId,
  commandId,
})

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
