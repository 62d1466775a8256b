import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartProblem } from '../start-problem.ts'
import { isAlive } from './process.ts'

/** Raised when the layout of the data folder changes in a way an older program cannot read. */
const format = '1'

/** When the process began, so that a recycled process id is not taken for the one that wrote the lock. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Level by level: in the kernel's own folders, such as /proc, `recursive` of Node 24 tries for ever. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have been first.
    if (codeOf(error) !== 'EEXIST' || !existsSync(folder)) throw error
  }
}

/** Makes or opens the data folder for this process alone. Throws StartProblem; `release` gives it free. */
export function openDataFolder(folder: string): { release(): void } {
  const lockFile = join(folder, 'server.lock')
  inDataFolder(folder, () => {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    refuseOtherFormat(folder)
    takeLock(folder, lockFile)
  })
  return { release: () => rmSync(lockFile, { force: true }) }
}

/** Does what needs the folder writable; throws StartProblem with what to do when it is not, or the disk is full. */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartProblem) throw error
    if (codeOf(error) === 'ENOSPC')
      throw new StartProblem(`The disk that holds ${folder} is full: make room, then start again.`)
    if (codeOf(error) === '') throw error
    throw new StartProblem(
      `The data folder ${folder} cannot be written: correct its owner, or set DATA_DIR to another folder.`,
    )
  }
}

/** Writes a new file whole or not at all: an empty one, as a full disk leaves it, would be believed at the next start. */
export function writeWhole(file: string, text: string, mode = 0o644): void {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, text, { mode, flush: true })
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function refuseOtherFormat(folder: string): void {
  const file = join(folder, 'format')
  if (!existsSync(file)) writeWhole(file, `${format}\n`)
  const found = readFileSync(file, 'utf8').trim()
  if (found !== format)
    throw new StartProblem(
      `The data folder ${folder} has format ${found} and this version of the program reads format ${format}: start the version that wrote it, or set DATA_DIR to a new folder.`,
    )
}

function takeLock(folder: string, lockFile: string): void {
  const lock = `${process.pid} ${startOf(process.pid)}`
  try {
    writeFileSync(lockFile, lock, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      rmSync(lockFile, { force: true }) // a full disk leaves it empty
      throw error
    }
    const [pid = '', start = ''] = readFileSync(lockFile, 'utf8').split(' ')
    const isHeld = Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid))
    if (isHeld && startOf(Number(pid)) === start)
      throw new StartProblem(
        `Another copy of the program (process ${pid}) uses ${folder}: stop it, or set DATA_DIR and PORT for a second copy.`,
      )
    writeFileSync(lockFile, lock) // its writer is gone: a run that was killed
  }
}
