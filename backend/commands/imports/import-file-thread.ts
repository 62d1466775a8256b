import { createWorkerQueue, WorkerFailed } from '../../concurrency/worker-queue.ts'
import { DomainError } from '../../domain/decider.ts'
import type { FileHead, FileOptions } from './import-files.ts'

export type ImportFileTask = { file: Uint8Array<ArrayBuffer>; options: FileOptions }
/**
 * `parts`: rows as compressed JSON, since the event loop would stand still while a copy of all of them is made, and plain they
 * take ten times the memory. `sharedIds`: payment ids that several rows have. `refundKeys`:
 * of the rows that are refunds, see `refundKeyOf`.
 */
export type ReadFile = { head: FileHead; fileHash: string; parts: Uint8Array[] } & FileIds
export type FileIds = { sharedIds: string[]; refundKeys: string[] }
export type ImportFileAnswer = { refused: string } | ReadFile

/** Of a short file, which Node keeps in one buffer with others, a copy. */
const ownBytes = (file: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { buffer, byteLength } = file
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(file)
}

/**
 * Reads files in a thread of its own: a file of 10 MB takes seconds in which no other request would be answered, and one
 * made to be slow takes longer. `timeout`: ms, of the whole wait.
 */
export function createImportFileThread({ timeout = 30_000 } = {}) {
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
      return { refused: 'This file takes too long to read. Split it into smaller ones.' }
    }
  }

  return {
    /**
     * Takes the bytes over: `file` is empty afterwards. Throws DomainError 'invalid' with one sentence, also for a file that
     * takes too long, and QueueFull.
     */
    async read(file: Uint8Array, options: FileOptions): Promise<ReadFile> {
      const answer = await answerFor({ file: ownBytes(file), options })
      if ('refused' in answer) throw new DomainError('invalid', answer.refused)
      return answer
    },
    close: () => thread.close(),
  }
}
