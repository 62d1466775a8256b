import { serveTasks } from '../../kernel/concurrency/worker-tasks.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { type ImportFileTask, type ReadFile, readRows, type Turns } from './import-file-rows.ts'

export type ImportFileAnswer = { refused: string } | ReadFile

/** The thread has nothing else to do. */
const alone: Turns = { over: () => null }

serveTasks(async (task: ImportFileTask): Promise<ImportFileAnswer> => {
  try {
    return await readRows(task, alone)
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message }
    throw error
  }
})
