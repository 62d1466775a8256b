import { setImmediate as nextTurn } from 'node:timers/promises'
import { createWorkerQueue, WorkerFailed } from '../../concurrency/worker-queue.ts'
import { DomainError } from '../../domain/decider.ts'
import type { DonationRow } from './donation-rows.ts'

/** `now`: ms since 1970. */
export type DonationFileTask = { file: Uint8Array; now: number }
/** `parts`: rows as JSON, since the event loop would stand still while a copy of all of them is made. */
export type DonationFileAnswer = { refused: string } | { fileHash: string; parts: string[] }

/** What a CSV file says. `fileHash`: SHA-256 in hex. */
export type ReadDonations = { fileHash: string; rows: DonationRow[] }

/**
 * Reads files with donations in a thread of its own: a file of 10 MB takes seconds in which no other request would be
 * answered, and one made to be slow takes longer. `timeout`: ms, of the whole wait.
 */
export function createDonationFileThread({ timeout = 20_000 } = {}) {
  const thread = createWorkerQueue<DonationFileTask, DonationFileAnswer>({
    file: new URL('./donation-file-worker.ts', import.meta.url),
    waiting: 4,
    timeout,
    idle: 60_000,
    memory: 512,
    whenFull: 'Other imports are still running. Please try again in a moment.',
  })

  async function answerFor(task: DonationFileTask): Promise<DonationFileAnswer> {
    try {
      return await thread.ask(task)
    } catch (error) {
      if (!(error instanceof WorkerFailed)) throw error
      return { refused: 'This file takes too long to read. Split it into smaller ones.' }
    }
  }

  return {
    /** Throws DomainError 'invalid' with one sentence, also for a file that takes too long, and QueueFull. */
    async read(file: Uint8Array, now: Date): Promise<ReadDonations> {
      const answer = await answerFor({ file, now: now.getTime() })
      if ('refused' in answer) throw new DomainError('invalid', answer.refused)
      const rows: DonationRow[] = []
      for (const part of answer.parts) {
        const read: DonationRow[] = JSON.parse(part)
        rows.push(...read)
        await nextTurn()
      }
      return { fileHash: answer.fileHash, rows }
    },
    close: () => thread.close(),
  }
}
