import { serveTasks } from '../../../backend/kernel/concurrency/worker-tasks.ts'
import { type ReturnedMail, readReturnedMail } from '../../../backend/returned-mail/returned-mail.ts'
import type { ReadTask } from '../../../backend/returned-mail/returned-mail-thread.ts'

const tricks: { [name: string]: () => void } = {
  hang() {
    for (;;);
  },
  exit: () => process.exit(1),
}

/** The mail parser’s worker after a message has exploited a flaw of the parser. */
serveTasks(async ({ source, now }: ReadTask): Promise<ReturnedMail | null> => {
  const text = Buffer.from(source).toString('latin1')
  tricks[/^Trick: (\w+)/.exec(text)?.[1] ?? '']?.()
  return readReturnedMail(Buffer.from(source), now)
})
