import { createWorkerQueue, WorkerFailed } from '../../kernel/concurrency/worker-queue.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { ImportFileTask, ReadFile } from './import-file-rows.ts'
import type { ImportFileAnswer } from './import-file-worker.ts'

export const tooSlow = 'This file takes too long to read. Split it into smaller ones.'

/** Reads files in a thread of its own, which takes 55 MB before it reads anything. `timeout`: ms, of the whole wait. */
export function createImportFileThread({ timeout }: { timeout: number }) {
  const thread = createWorkerQueue<ImportFileTask, ImportFileAnswer>({
    file: new URL('./import-file-worker.ts', import.meta.url),
    waiting: 4,
    timeout,
    idle: 2000,
    memory: 512,
    youngMemory: 4,
    whenFull: 'Other imports are still running. Please try again in a moment.',
  })

  async function answerFor(task: ImportFileTask): Promise<ImportFileAnswer> {
    try {
      return await thread.ask(task, [task.file.buffer])
    } catch (error) {
      if (!(error instanceof WorkerFailed)) throw error
      return { refused: tooSlow }
    }
  }

  return {
    /** Takes the bytes over. Throws DomainError 'invalid' with one sentence, also for a file that takes too long, and QueueFull. */
    async read(task: ImportFileTask): Promise<ReadFile> {
      const answer = await answerFor(task)
      if ('refused' in answer) throw new DomainError('invalid', answer.refused)
      return answer
    },
    close: () => thread.close(),
  }
}
