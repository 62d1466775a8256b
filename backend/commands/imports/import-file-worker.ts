import { createHash } from 'node:crypto'
import { serveTasks } from '../../concurrency/worker-tasks.ts'
import { DomainError } from '../../domain/decider.ts'
import type { ImportFileAnswer, ImportFileTask } from './import-file-thread.ts'
import { type ReadRow, readImportFile } from './import-files.ts'

const rowsPerPart = 250

function partsOf(rows: Iterable<ReadRow>): string[] {
  const parts: string[] = []
  let part: ReadRow[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < rowsPerPart) continue
    parts.push(JSON.stringify(part))
    part = []
  }
  if (part.length > 0) parts.push(JSON.stringify(part))
  return parts
}

serveTasks(({ file, options }: ImportFileTask): ImportFileAnswer => {
  try {
    const { head, rows } = readImportFile(file, options)
    const parts = head.missing.length > 0 ? [] : partsOf(rows)
    return { head, fileHash: createHash('sha256').update(file).digest('hex'), parts }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message }
    throw error
  }
})
