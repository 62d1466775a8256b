import { createWorkerQueue, type WorkerQueue } from '../kernel/concurrency/worker-queue.ts'
import type { ReportProof } from './report-proof.ts'
import type { ReturnedMail } from './returned-mail.ts'

/** `source`: the message. */
export type ReadTask = { source: Uint8Array; now: Date }

export type ProvenMail = ReturnedMail & { proof: ReportProof }
export type ReturnedMailThread = WorkerQueue<ReadTask, ProvenMail | null>

/**
 * Parses one email at a time in a worker, where a hostile one can only harm itself. The worker ends after a minute
 * without mail.
 */
export const createReturnedMailThread = ({
  file = new URL('./returned-mail-worker.ts', import.meta.url),
  timeout = 10_000, // ms
} = {}): ReturnedMailThread =>
  createWorkerQueue({
    file,
    waiting: 1,
    timeout,
    idle: 60_000,
    // Many times what the parser needs for 512 KB: a worker that reaches its limit may take the process with it.
    memory: 256,
    whenFull: 'The mailbox for bounces is being read already.',
  })
