import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { serveTasks } from '../../concurrency/worker-tasks.ts'
import { DomainError } from '../../domain/decider.ts'
import type { DonationRow } from './donation-cells.ts'
import type { FileIds, ImportFileAnswer, ImportFileTask } from './import-file-thread.ts'
import { type ReadRow, readImportFile } from './import-files.ts'
import { refundKeyOf } from './refund-keys.ts'

const rowsPerPart = 250

const isDonation = (details: unknown): details is DonationRow =>
  typeof details === 'object' && details !== null && 'paymentId' in details

const packed = (part: readonly ReadRow[]) => new Uint8Array(deflateRawSync(JSON.stringify(part), { level: 1 }))

function partsOf(rows: Iterable<ReadRow>): { parts: Uint8Array<ArrayBuffer>[] } & FileIds {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let part: ReadRow[] = []
  const seen = new Set<string>()
  const shared = new Set<string>()
  const refunds = new Set<string>()
  for (const row of rows) {
    const gift = 'details' in row && isDonation(row.details) ? row.details : null
    const id = gift?.paymentId ?? null
    if (id !== null) (seen.has(id) ? shared : seen).add(id)
    const refund = gift && refundKeyOf(gift)
    if (refund !== null) refunds.add(refund)
    part.push(row)
    if (part.length < rowsPerPart) continue
    parts.push(packed(part))
    part = []
  }
  if (part.length > 0) parts.push(packed(part))
  return { parts, sharedIds: [...shared], refundKeys: [...refunds] }
}

serveTasks(({ file, options }: ImportFileTask): ImportFileAnswer => {
  try {
    const fileHash = createHash('sha256').update(file).digest('hex')
    const { head, rows } = readImportFile(file, options)
    // Its text is enough from now on.
    file.buffer.transfer(0)
    return { head, fileHash, ...partsOf(head.missing.length > 0 ? [] : rows) }
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message }
    throw error
  }
})
