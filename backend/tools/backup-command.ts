import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupUnusable } from '../kernel/backup/archive.ts'
import { type BackupSource, fileCounts, type Taken } from '../kernel/backup/take-backup.ts'
import { timeInName, writeBackup } from '../kernel/backup/write-backup.ts'

export const usage = `Usage: npm run backup -- [file] [--without-personal]

  Writes everything the site needs into one file: the event log, accounts, keys,
  photos, mail in the outbox. The application can keep running.

  file                 Default: campaign-backup-<time>.tar.gz in this folder.
  --without-personal   A copy to develop with: no personal data, no accounts, no keys.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

export type BackupParts = BackupSource & {
  now: () => Date
  print(line: string): void
  /** Location of the photos, when they are not in our own folder. */
  bucket: string | null
}

/** `npm run backup -- …`: returns the exit code. */
export async function runBackup(words: readonly string[], parts: BackupParts): Promise<0 | 1 | 2> {
  const { now, print, bucket, ...source } = parts
  const options = parse(words)
  if (options === null) {
    print(usage)
    return 2
  }
  const path = resolve(options.file ?? `campaign-backup-${timeInName(now())}.tar.gz`)
  if (existsSync(path)) {
    print(`${path} exists already. Choose another name.`)
    return 1
  }
  if (source.eventStoreLog && options.isWithoutPersonal) {
    print('--without-personal works only with the log in PostgreSQL.')
    return 1
  }
  try {
    const { taken, size } = await writeBackup(path, source, {
      isWithoutPersonal: options.isWithoutPersonal,
      takenAt: now(),
    })
    print(summaryOf(path, taken, size))
  } catch (error) {
    const reason = reasonOf(error, path)
    if (reason === null) throw error
    print(reason)
    return 1
  }
  for (const line of advice(parts, options.isWithoutPersonal)) print(line)
  return 0
}

function parse(words: readonly string[]): { file: string | undefined; isWithoutPersonal: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { 'without-personal': { type: 'boolean', default: false } },
    })
    if (positionals.length > 1) return null
    return { file: positionals[0], isWithoutPersonal: values['without-personal'] }
  } catch {
    return null
  }
}

function reasonOf(error: unknown, path: string): string | null {
  if (error instanceof BackupUnusable) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC') return `The disk that holds ${path} is full. Free up space, or choose another place.`
  if (['ENOENT', 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR'].includes(code))
    return `${path} cannot be written. Choose another place.`
  return null
}

function summaryOf(path: string, { rows, events, files }: Taken, size: number): string {
  const counts = [
    `${events.toLocaleString('en-US')} events`,
    `${Object.keys(rows).length} tables`,
    ...fileCounts(files),
  ]
  return `Backed up ${counts.join(', ')} to ${path} (${(size / 1_000_000).toFixed(1)} MB).`
}

function advice({ eventStoreLog, bucket }: BackupParts, isWithoutPersonal: boolean): string[] {
  if (isWithoutPersonal)
    return ['Personal data and keys were left out; restore it with any APP_SECRET and with --unsigned.']
  return [
    'It holds personal data: store it encrypted, and delete it after 30 days. It does not hold APP_SECRET: keep that elsewhere.',
    ...(eventStoreLog
      ? ['Now copy the volume of EventStoreDB (eventstore-data), right away: a restore needs both.']
      : []),
    ...(bucket === null ? [] : [`Photos are in the bucket ${bucket}: back it up there.`]),
  ]
}
