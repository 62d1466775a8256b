import { copyFile, rename, rm } from 'node:fs/promises'
import type { ClientBase, Pool } from 'pg'
import { appendToSealFile, readSealFile, sealFile } from './seal-file.ts'

/**
 * Ends the chain with seal `last`, in the table and in the file. A copy of the whole file stays beside it, as evidence:
 * returns its path. Needs the rights of the owner. It can be repeated after a crash.
 */
export async function cutSeals(owner: Pool | ClientBase, folder: string, last: number, now: Date): Promise<string> {
  const path = sealFile(folder)
  const whole = path.replace(/\.jsonl$/, `-until-${now.toISOString().replaceAll(':', '-')}.jsonl`)
  const shorter = `${path}.new`
  await rm(shorter, { force: true })
  await copyFile(path, whole)
  for await (const seal of readSealFile(path)) if (seal.seq <= last) await appendToSealFile(shorter, [seal])
  await owner.query('DELETE FROM eventlog.seals WHERE seq > $1', [last])
  if (last > 0) await rename(shorter, path)
  else await rm(path)
  return whole
}
