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

/** `part`: the JSON of each row, since text takes a tenth of the memory of objects until the part is packed. */
const packed = (part: readonly string[]) => new Uint8Array(deflateRawSync(`[${part.join()}]`, { level: 1 }))

/**
 * Whether a text came before, with one bit for each of 8 million hashes: of 100,000 different texts it takes about 600 for
 * known ones. A Set of them all takes ten times the memory.
 */
function seenBefore(): (text: string) => boolean {
  const bits = new Uint8Array(2 ** 20)
  return (text) => {
    let hash = 0
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    const place = (hash ^ (hash >>> 15)) & 0x7fffff
    const bit = 1 << (place & 7)
    const before = bits[place >>> 3] ?? 0
    bits[place >>> 3] = before | bit
    return (before & bit) !== 0
  }
}

function partsOf(rows: Iterable<ReadRow>): { parts: Uint8Array<ArrayBuffer>[] } & FileIds {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let part: string[] = []
  const isSeen = seenBefore()
  const shared = new Set<string>()
  const refunds = new Set<string>()
  for (const row of rows) {
    const gift = 'details' in row && isDonation(row.details) ? row.details : null
    const id = gift?.paymentId ?? null
    if (id !== null && isSeen(id)) shared.add(id)
    const refund = gift && refundKeyOf(gift)
    if (refund !== null) refunds.add(refund)
    part.push(JSON.stringify(row))
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
