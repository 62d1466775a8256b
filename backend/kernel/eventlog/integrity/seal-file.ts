import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LogCorrupted } from '../event-log.ts'
import { readLines } from './read-lines.ts'
import type { Seal } from './seal.ts'
import { sealFromJson, sealToJson } from './seal-text.ts'

/** The second copy of the chain, outside the database: one seal per line, append-only. */
export const sealFile = (folder: string): string => join(folder, 'seals.jsonl')

/**
 * The seals in the file from byte `start` on, in order; none when there is no file. An incomplete last line left by a
 * crash is ignored.
 */
export async function* readSealFile(path: string, start = 0): AsyncGenerator<Seal> {
  if ((await sizeOf(path)) === null) return
  let number = 0
  for await (const line of readLines(path, start)) {
    number++
    try {
      yield sealFromJson(line)
    } catch {
      throw new LogCorrupted(`Line ${number} of ${path} is not a seal. Restore the file from a backup.`)
    }
  }
}

export type SealInFile = { seal: Seal; start: number }

/**
 * The seals whose lines begin in the last `bytes` of the file, each with the byte where its line begins; null when there
 * are no lines before them, or one of them is not a seal.
 */
export async function lastSealsInFile(path: string, bytes: number): Promise<SealInFile[] | null> {
  const size = (await sizeOf(path)) ?? 0
  if (size <= bytes) return null
  // The first line may be cut, so it is left out.
  const seals: SealInFile[] = []
  let start = size - bytes
  let isWhole = false
  try {
    for await (const line of readLines(path, start)) {
      if (isWhole) seals.push({ seal: sealFromJson(line), start })
      isWhole = true
      start += Buffer.byteLength(line) + 1
    }
  } catch {
    return null
  }
  return seals
}

/** Appends and syncs to disk; first removes an incomplete line left by a crash. */
export async function appendToSealFile(path: string, seals: readonly Seal[]): Promise<void> {
  if (seals.length === 0) return
  await mkdir(join(path, '..'), { recursive: true })
  const isNew = (await sizeOf(path)) === null
  const file = await open(path, 'a+')
  try {
    await cutUnfinishedLine(file)
    await file.appendFile(seals.map((seal) => `${sealToJson(seal)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  if (isNew) await syncFolder(join(path, '..'))
}

type File = Awaited<ReturnType<typeof open>>

async function cutUnfinishedLine(file: File): Promise<void> {
  const { size } = await file.stat()
  const block = Buffer.alloc(64 * 1024)
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - block.length)
    const { bytesRead } = await file.read(block, 0, end - start, start)
    const newline = block.subarray(0, bytesRead).lastIndexOf('\n')
    if (newline >= 0 || start === 0) {
      const finished = start + newline + 1
      if (finished < size) await file.truncate(finished)
      return
    }
    end = start
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A new file name is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
