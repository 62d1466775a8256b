import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { isAlive } from './alive.ts'

/** Increased when the layout of the data folder changes in a way that older versions cannot read. */
const format = '1'

/** When the process started, so that a recycled process id is not mistaken for the process that wrote the lock. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Creates the folders one by one: in kernel file systems such as /proc, `recursive` in Node 24 never returns. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it first.
    if (codeOf(error) !== 'EEXIST' || !existsSync(folder)) throw error
  }
}

/** Creates or opens the data folder for this process alone. Throws StartupError; `release` unlocks it. */
export function openDataFolder(folder: string): { release(): void } {
  const lockFile = join(folder, 'server.lock')
  inDataFolder(folder, () => {
    createFolder(folder)
    accessSync(folder, constants.W_OK)
    rejectOtherFormat(folder)
    takeLock(folder, lockFile)
  })
  return { release: () => rmSync(lockFile, { force: true }) }
}

/**
 * Runs work that needs a writable folder; throws StartupError with advice when it is not writable or the disk is full.
 */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartupError) throw error
    if (codeOf(error) === 'ENOSPC')
      throw new StartupError(`The disk that holds ${folder} is full. Free up space and start again.`)
    if (codeOf(error) === '') throw error
    throw new StartupError(
      `The data folder ${folder} is not writable. Correct its owner, or set DATA_DIR to another folder.`,
    )
  }
}

/** Writes a file completely or not at all: an empty file left by a full disk would be trusted at the next start. */
export function writeAtomically(file: string, text: string, mode = 0o644): void {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, text, { mode, flush: true })
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function rejectOtherFormat(folder: string): void {
  const file = join(folder, 'format')
  if (!existsSync(file)) writeAtomically(file, `${format}\n`)
  const found = readFileSync(file, 'utf8').trim()
  if (found !== format)
    throw new StartupError(
      `The data folder ${folder} has format ${found} but this version of the program reads format ${format}. Start the version that wrote it, or set DATA_DIR to a new folder.`,
    )
}

function takeLock(folder: string, lockFile: string): void {
  const lock = `${process.pid} ${startTimeOf(process.pid)}`
  try {
    writeFileSync(lockFile, lock, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      rmSync(lockFile, { force: true }) // a full disk leaves it empty
      throw error
    }
    const [pid = '', start = ''] = readFileSync(lockFile, 'utf8').split(' ')
    const isHeld = Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid))
    if (isHeld && startTimeOf(Number(pid)) === start)
      throw new StartupError(
        `Another copy of the program (process ${pid}) is using ${folder}. Stop it, or give the second copy a different DATA_DIR and PORT.`,
      )
    writeFileSync(lockFile, lock) // its writer was killed
  }
}
