import { createHash } from 'node:crypto'
import { serveTasks } from '../../concurrency/worker-tasks.ts'
import { DomainError } from '../../domain/decider.ts'
import type { DonationFileAnswer, DonationFileTask } from './donation-file-thread.ts'
import { readDonationFile } from './donation-files.ts'
import { type DonationRow, readDonationRows } from './donation-rows.ts'

// For each row with another number of cells the parser makes an error, of which only the stack takes long.
Error.stackTraceLimit = 0

const rowsPerPart = 500

function* partsOf(rows: readonly DonationRow[]) {
  for (let start = 0; start < rows.length; start += rowsPerPart)
    yield JSON.stringify(rows.slice(start, start + rowsPerPart))
}

serveTasks(({ file, now }: DonationFileTask): DonationFileAnswer => {
  try {
    const rows = readDonationRows(readDonationFile(file), new Date(now))
    return { fileHash: createHash('sha256').update(file).digest('hex'), parts: [...partsOf(rows)] }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message }
    throw error
  }
})
