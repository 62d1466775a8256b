import { createHash } from 'node:crypto'
import { fileTextSteps } from '../../table-files/file-text.ts'
import type { DonationRow } from './donation-cells.ts'
import { type FileHead, type FileOptions, type FileStep, importFileSteps } from './import-files.ts'
import { packedLines } from './packed-lines.ts'
import { refundKeyOf } from './refund-keys.ts'

export type ImportFileTask = { file: Uint8Array<ArrayBuffer>; options: FileOptions }
/**
 * `parts`: pieces of packed lines, each line with the JSON of a row, since plain they take ten times the memory. `sharedIds`:
 * payment ids that several rows have. `refundKeys`: of the rows that are refunds, see `refundKeyOf`.
 */
export type ReadFile = { head: FileHead; fileHash: string; parts: Uint8Array[] } & FileIds
export type FileIds = { sharedIds: string[]; refundKeys: string[] }

/**
 * The way that reading shares a thread with other work: `over` is called between short steps, and has a promise where reading has to stop for a
 * moment; `betweenParts`: after each 250 rows.
 */
export type Turns = { over(): Promise<void> | null; betweenParts(): Promise<void> | null }

/** Rows that are planned together. */
export const rowsPerPart = 250
/** Rows that are packed together: V8 takes a text of 128 kB for an old one, and keeps it until a full collection. */
const rowsPerText = 50
const bytesAtOnce = 2 ** 20

const isDonation = (details: unknown): details is DonationRow =>
  typeof details === 'object' && details !== null && 'paymentId' in details

/**
 * True when a text came before, with one bit for each of 8 million hashes: of 100,000 different texts it takes about 600 for
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

/** Finds the ids of a file while its rows pass. */
function idsFinder() {
  const isSeen = seenBefore()
  const shared = new Set<string>()
  const refunds = new Set<string>()
  return {
    look(details: unknown): void {
      if (!isDonation(details)) return
      if (details.paymentId !== null && isSeen(details.paymentId)) shared.add(details.paymentId)
      const refund = refundKeyOf(details)
      if (refund !== null) refunds.add(refund)
    },
    found: (): FileIds => ({ sharedIds: [...shared], refundKeys: [...refunds] }),
  }
}

async function hashOf(file: Uint8Array, turns: Turns): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < file.length; at += bytesAtOnce) {
    hash.update(file.subarray(at, at + bytesAtOnce))
    await turns.over()
  }
  return hash.digest('hex')
}

async function textOf(file: Uint8Array, turns: Turns) {
  const steps = fileTextSteps(file)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    const turn = turns.over()
    if (turn !== null) await turn
  }
}

/** Lines before the rows. */
async function headIn(steps: Iterator<FileStep>, turns: Turns): Promise<FileHead> {
  for (let step = steps.next(); !step.done; step = steps.next()) {
    if (step.value !== null && 'head' in step.value) return step.value.head
    await turns.over()
  }
  throw new Error('A file has no head.')
}

/** Takes the bytes of the file over. Throws DomainError 'invalid' with one sentence. */
export async function readRows({ file, options }: ImportFileTask, turns: Turns): Promise<ReadFile> {
  const fileHash = await hashOf(file, turns)
  const text = await textOf(file, turns)
  // Its text is enough from now on.
  file.buffer.transfer(0)
  const steps = importFileSteps(text, options)
  const head = await headIn(steps, turns)
  const ids = idsFinder()
  async function* texts() {
    let rows: string[] = []
    let count = 0
    for (const step of steps) {
      // Not awaited where there is nothing to wait for: a file has many steps.
      const turn = turns.over()
      if (turn !== null) await turn
      if (step === null || 'head' in step) continue
      if ('details' in step) ids.look(step.details)
      rows.push(JSON.stringify(step))
      if (rows.length < rowsPerText) continue
      yield rows.join('\n')
      rows = []
      count += rowsPerText
      if (count % rowsPerPart === 0) await turns.betweenParts()
    }
    if (rows.length > 0) yield rows.join('\n')
  }
  const parts = await packedLines(texts())
  return { head, fileHash, parts, ...ids.found() }
}
