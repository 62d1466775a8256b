import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { BackupUnusable } from '../kernel/backup/archive.ts'
import { compareLog, giveUpUnknown } from '../kernel/backup/eventstore-log.ts'
import {
  type Checked,
  type RestoreTarget,
  restoreBackup,
  restoreProblem,
  undoRestore,
} from '../kernel/backup/restore-backup.ts'
import { fileCounts } from '../kernel/backup/take-backup.ts'
import { endRestore } from '../kernel/backup/unfinished-restore.ts'
import { unreadableSentence } from '../kernel/eventlog/encryption/unreadable-subjects.ts'
import type { EventLog, Position } from '../kernel/eventlog/event-log.ts'
import { appendToSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'
import { readSealTable } from '../kernel/eventlog/integrity/seal-table.ts'
import type { Verdict } from '../kernel/eventlog/integrity/verify.ts'
import { verdictSentence } from '../kernel/eventlog/integrity/verify-command.ts'
import type { Rebuilt } from '../kernel/projector/rebuild.ts'

export const usage = `Usage: npm run restore -- <file> [--unsigned]

  Restores a backup made by npm run backup into an empty database and data folder,
  verifies the seals and rebuilds the read tables. Start the application afterwards.
  --unsigned   Also takes a backup that is not signed with this APP_SECRET: one of version 0.4.0
               or earlier, or one that was taken --without-personal. Use it only for files that you trust.

Exit code: 0 done, 1 not done or the log is damaged, 2 wrong usage.
`

export type RestoreParts = RestoreTarget & {
  path: string
  checked: Checked
  isSigned: boolean
  eventLog: EventLog
  dataDir: string
  verify(): Promise<Verdict>
  rebuild(): Promise<Rebuilt>
  /** Lets all numbers continue behind the log, and draws one of each kind; a sentence when one is in use, else null. */
  proveNumbers(): Promise<string | null>
  /** Gives the role of the server its rights, so that every command works before the next start. */
  grant(): Promise<void>
  /** The subjects whose fields could not be read so far. */
  unreadableSubjects?: () => ReadonlySet<string>
  print(line: string): void
}

/** The file to restore, and whether it may be unsigned; null for wrong usage. */
export function fileToRestore(words: readonly string[]): { path: string; mayBeUnsigned: boolean } | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { unsigned: { type: 'boolean', default: false } },
    })
    const [path, ...others] = positionals
    return path === undefined || others.length > 0 ? null : { path, mayBeUnsigned: values.unsigned }
  } catch {
    return null
  }
}

/** `npm run restore -- …`, with a backup that is known to be complete: returns the exit code. */
export async function runRestore(parts: RestoreParts): Promise<0 | 1> {
  const { path, checked, eventLog, print } = parts
  const { manifest } = checked
  let last: Position | null = null
  let problem = await restoreProblem(manifest, parts)
  if (problem === null && manifest.log === 'EventStoreDB') {
    const compared = await compareLog(path, eventLog)
    problem = compared.difference
    last = compared.last
  }
  if (problem !== null) {
    print(problem)
    return 1
  }
  try {
    return await fillAndCheck(parts, last)
  } catch (error) {
    await undoRestore(parts).catch(() => {}) // the database is away: the next restore begins with this
    await rm(sealFile(parts.dataDir), { force: true })
    if (!(error instanceof BackupUnusable)) throw error
    print(error.message)
    return 1
  }
}

const signed = 'The backup is signed: this site wrote it, and nothing in it was changed since.'
const unsigned =
  'The backup is not signed, so nothing tells whether accounts, passwords or other tables in it were changed. Only the log has seals.'

/** A log that is damaged is restored as it is, because it may be the only copy. Throws when anything else fails. */
async function fillAndCheck(parts: RestoreParts, last: Position | null): Promise<0 | 1> {
  const { path, checked, eventLog, dataDir, print } = parts
  const { manifest } = checked
  print(parts.isSigned ? signed : unsigned)
  print(restoredSentence(await restoreBackup(path, parts)))
  if (manifest.log === 'EventStoreDB') {
    const lost = await giveUpUnknown(parts.database.pool, eventLog, last)
    if (lost > 0) print(`${lost} people wrote only after the backup: their words cannot be read and show as erased.`)
  }
  const inUse = await parts.proveNumbers()
  if (inUse !== null) throw new BackupUnusable(inUse)
  print('Numbers of new entries continue behind those in the log.')
  await rm(sealFile(dataDir), { force: true }) // of an attempt that was killed
  for await (const seal of readSealTable(parts.database.pool)) await appendToSealFile(sealFile(dataDir), [seal])
  const verdict = manifest.isWithoutPersonal ? null : await parts.verify()
  print(
    verdict === null ? 'The log was changed to leave out personal data; it is sealed anew.' : verdictSentence(verdict),
  )
  const { switched, failed } = await parts.rebuild()
  print(`Rebuilt ${switched.length} read models.`)
  for (const { projection, reason } of failed) print(`Not rebuilt: ${projection}. ${reason}`)
  await parts.grant()
  await endRestore(parts.database.pool)
  const unreadable = parts.unreadableSubjects?.() ?? new Set()
  if (unreadable.size > 0) print(unreadableSentence(unreadable))
  print(
    manifest.isWithoutPersonal
      ? 'Start the application; it prints a link for a first admin.'
      : 'Start the application; everybody has to sign in again.',
  )
  return (verdict?.damage ?? null) === null && failed.length === 0 ? 0 : 1
}

function restoredSentence({ manifest, rows, files }: Awaited<ReturnType<typeof restoreBackup>>): string {
  const count = Object.values(rows).reduce((sum, number) => sum + number, 0)
  const counts = [`${count.toLocaleString('en-US')} rows in ${Object.keys(rows).length} tables`, ...fileCounts(files)]
  return `Restored the backup of ${manifest.takenAt} (version ${manifest.program}): ${counts.join(', ')}.`
}
