import { parseArgs } from 'node:util'
import { BackupUnusable } from '../backup/archive.ts'
import { compareLog, giveUpUnknown } from '../backup/eventstore-log.ts'
import type { Manifest } from '../backup/manifest.ts'
import { type RestoreTarget, refusal, restoreBackup } from '../backup/restore-backup.ts'
import { unreadableSentence } from '../eventlog/encryption/unreadable-subjects.ts'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import { appendToSealFile, sealFile } from '../eventlog/integrity/seal-file.ts'
import { readSealTable } from '../eventlog/integrity/seal-table.ts'
import type { Verdict } from '../eventlog/integrity/verify.ts'
import { verdictSentence } from '../eventlog/integrity/verify-command.ts'
import type { Rebuilt } from '../projector/rebuild.ts'

export const usage = `Usage: npm run restore -- <file>

  Restores a backup made by npm run backup into an empty database and data folder,
  verifies the seals and rebuilds the read tables. Start the application afterwards.

Exit code: 0 done, 1 not done or the log is damaged, 2 wrong usage.
`

export type RestoreParts = RestoreTarget & {
  path: string
  manifest: Manifest
  eventLog: EventLog
  dataDir: string
  verify(): Promise<Verdict>
  rebuild(): Promise<Rebuilt>
  /** The subjects whose fields could not be read so far. */
  unreadableSubjects?: () => ReadonlySet<string>
  print(line: string): void
}

/** The file to restore; null for wrong usage. */
export function fileToRestore(words: readonly string[]): string | null {
  try {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
    return positionals.length === 1 ? (positionals[0] ?? null) : null
  } catch {
    return null
  }
}

/** `npm run restore -- …`, with a backup that is known to be complete: returns the exit code. */
export async function runRestore(parts: RestoreParts): Promise<0 | 1> {
  const { path, manifest, eventLog, dataDir, print } = parts
  let last: Position | null = null
  let refused = await refusal(manifest, parts)
  if (refused === null && manifest.log === 'EventStoreDB') {
    const compared = await compareLog(path, eventLog)
    refused = compared.difference
    last = compared.last
  }
  if (refused !== null) {
    print(refused)
    return 1
  }
  try {
    print(restoredSentence(await restoreBackup(path, parts)))
  } catch (error) {
    if (!(error instanceof BackupUnusable)) throw error
    print(error.message)
    return 1
  }
  if (manifest.log === 'EventStoreDB') {
    const lost = await giveUpUnknown(parts.database.pool, eventLog, last)
    if (lost > 0) print(`${lost} people wrote only after the backup: their words cannot be read and show as erased.`)
  }
  for await (const seal of readSealTable(parts.database.pool)) await appendToSealFile(sealFile(dataDir), [seal])
  const verdict = manifest.isWithoutPersonal ? null : await parts.verify()
  print(
    verdict === null ? 'The log was changed to leave out personal data; it is sealed anew.' : verdictSentence(verdict),
  )
  const { switched, failed } = await parts.rebuild()
  print(`Rebuilt ${switched.length} read models.`)
  for (const { projection, reason } of failed) print(`Not rebuilt: ${projection}. ${reason}`)
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
  const counts = [
    `${count.toLocaleString('en-US')} rows in ${Object.keys(rows).length} tables`,
    ...Object.entries(files).map(([folder, number]) => `${number.toLocaleString('en-US')} files of ${folder}`),
  ]
  return `Restored the backup of ${manifest.takenAt} (version ${manifest.program}): ${counts.join(', ')}.`
}
