import { serveTasks } from '../concurrency/worker-tasks.ts'
import { type ReturnedMail, readReturnedMail } from './returned-mail.ts'
import type { ReadTask } from './returned-mail-thread.ts'

/** The worker that parses email from strangers. */
serveTasks(
  async ({ source, now }: ReadTask): Promise<ReturnedMail | null> => readReturnedMail(Buffer.from(source), now),
)
