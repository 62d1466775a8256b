import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSource } from './take-backup.ts'
import { latestBackup } from './taken-backups.ts'
import { timeInName, writeBackup } from './write-backup.ts'

/** Less than a day, so that a job that runs every hour does not move on by an hour each day. */
const dueAfter = 23.5 * 3_600_000 // ms

const ours = /^backup-\d{8}-\d{6}\.tar\.gz$/
/** Of a process that was killed while it wrote one (archive.ts). */
const unfinished = /^backup-\d{8}-\d{6}\.tar\.gz\.part$/

/**
 * Takes a whole backup into `folder` when the last one, taken here or by `npm run backup`, is a day old, and then deletes
 * the oldest of its own files until `keep` are left. To be called every hour, in one process.
 */
export const createDailyBackup =
  ({ source, folder, keep }: { source: BackupSource; folder: string; keep: number }) =>
  async (now: Date): Promise<void> => {
    const last = await latestBackup(source)
    if (last !== null && now.getTime() - last.getTime() < dueAfter) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) if (unfinished.test(name)) await rm(join(folder, name), { force: true })
    const path = join(folder, `backup-${timeInName(now)}.tar.gz`)
    await writeBackup(path, source, { isWithoutPersonal: false, takenAt: now })
    const files = (await readdir(folder)).filter((name) => ours.test(name)).toSorted()
    for (const name of files.slice(0, -keep)) await rm(join(folder, name))
  }
