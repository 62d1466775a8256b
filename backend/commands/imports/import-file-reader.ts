import { setImmediate as nextTurn } from 'node:timers/promises'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { type ReadFile, readRows, type Turns } from './import-file-rows.ts'
import { createImportFileThread, tooSlow } from './import-file-thread.ts'
import type { FileOptions } from './import-files.ts'
import type { ImportPace } from './import-pace.ts'
import { isPlainFile } from './plain-files.ts'

/** Milliseconds for which the event loop works before other work has its turn. */
const maxInTurn = 2
/**
 * Milliseconds for which commands of other people may hold it back after each turn. A command needs the event loop a dozen times,
 * and would wait for as many turns.
 */
const maxWait = 10

/** Of a short file, which Node keeps in one buffer with others, a copy. */
const ownBytes = (file: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { buffer, byteLength } = file
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(file)
}

/** Short turns of the event loop, between which commands of other people come first. `max`: ms of work in all of them. */
export function shortTurns(pace: Pick<ImportPace, 'letOthersFirst'>, max = Number.POSITIVE_INFINITY): Turns {
  let begun = performance.now()
  let worked = 0
  async function rest(): Promise<void> {
    worked += performance.now() - begun
    if (worked > max) throw new DomainError('invalid', tooSlow)
    await nextTurn()
    await pace.letOthersFirst(maxWait)
    begun = performance.now()
  }
  return { over: () => (performance.now() - begun < maxInTurn ? null : rest()) }
}

/**
 * Reads files in short turns of the event loop, since a thread takes more memory than a file. A file that could make one of them long
 * goes to a thread. `timeout`: ms of reading.
 */
export function createImportFileReader({ timeout = 30_000 } = {}) {
  const thread = createImportFileThread({ timeout })
  return {
    /**
     * Takes the bytes over: `file` is empty afterwards. Throws DomainError 'invalid' with one sentence, also for a file that
     * takes too long, and QueueFull.
     */
    async read(file: Uint8Array, options: FileOptions, pace: Pick<ImportPace, 'letOthersFirst'>): Promise<ReadFile> {
      const task = { file: ownBytes(file), options }
      const turns = shortTurns(pace, timeout)
      return (await isPlainFile(task.file, turns)) ? readRows(task, turns) : thread.read(task)
    },
    close: () => thread.close(),
  }
}
