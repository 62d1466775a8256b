import { serveTasks } from '../kernel/concurrency/worker-tasks.ts'
import { proofIn } from './report-proof.ts'
import { readReturnedMail } from './returned-mail.ts'
import type { ProvenMail, ReadTask } from './returned-mail-thread.ts'

/** The worker that parses email from strangers. */
serveTasks(async ({ source, now }: ReadTask): Promise<ProvenMail | null> => {
  const bytes = Buffer.from(source)
  const mail = readReturnedMail(bytes, now)
  return mail && { ...mail, proof: proofIn(bytes) }
})
