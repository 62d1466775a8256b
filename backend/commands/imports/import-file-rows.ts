import { createHash } from 'node:crypto'
import { fileTextSteps } from '../../table-files/file-text.ts'
import { type FileHead, type FileOptions, type FileStep, importFileSteps } from './import-files.ts'

export type ImportFileTask = { file: Uint8Array<ArrayBuffer>; options: FileOptions }
/** `rows`: each as the JSON of a `FileRow`, since objects take several times the memory. */
export type ReadFile = { head: FileHead; fileHash: string; rows: { line: number; text: string }[] }

/**
 * The way that reading shares a thread with other work: `over` is called between short steps, and has a promise where reading has to stop for a
 * moment.
 */
export type Turns = { over(): Promise<void> | null }

const bytesAtOnce = 2 ** 20

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

/** Takes the bytes of the file over. Throws DomainError 'invalid' with one sentence. */
export async function readRows({ file, options }: ImportFileTask, turns: Turns): Promise<ReadFile> {
  const fileHash = await hashOf(file, turns)
  const text = await textOf(file, turns)
  // Its text is enough from now on.
  file.buffer.transfer(0)
  let head: FileHead | null = null
  const rows: ReadFile['rows'] = []
  const steps: Iterable<FileStep> = importFileSteps(text, options)
  for (const step of steps) {
    // Not awaited where there is nothing to wait for: a file has many steps.
    const turn = turns.over()
    if (turn !== null) await turn
    if ('head' in step) head = step.head
    else rows.push({ line: step.line, text: JSON.stringify(step) })
  }
  if (head === null) throw new Error('A file has no head.')
  return { head, fileHash, rows }
}
