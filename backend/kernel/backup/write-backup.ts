import { stat } from 'node:fs/promises'
import { writeArchive } from './archive.ts'
import { type BackupSource, type Taken, takeBackup } from './take-backup.ts'
import { recordBackup } from './taken-backups.ts'

/** 20260301-120000, in UTC. */
export const timeInName = (moment: Date): string =>
  moment.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')

/** Writes a backup to a file, and records when a whole one was taken. `size`: bytes of the file. */
export async function writeBackup(
  path: string,
  source: BackupSource,
  { isWithoutPersonal, takenAt }: { isWithoutPersonal: boolean; takenAt: Date },
): Promise<{ taken: Taken; size: number }> {
  const taken: Taken = { rows: {}, events: 0, files: {} }
  // A copy to develop with is restored with other secrets.
  const signingKey = isWithoutPersonal ? null : source.signingKey
  await writeArchive(path, takeBackup(source, { isWithoutPersonal, taken }), signingKey)
  const { size } = await stat(path)
  if (!isWithoutPersonal) await recordBackup(source, { takenAt, bytes: size })
  return { taken, size }
}
