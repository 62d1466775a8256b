import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endServer } from '../database/end-server.ts'
import { fastDisk } from '../database/fast-disk.ts'

export type DataFolder = { path: string; remove(): Promise<void> }

export function temporaryDataFolder(): DataFolder {
  const path = mkdtempSync(join(fastDisk(), 'campaign-app-'))
  chmodSync(path, 0o755)
  return {
    path,
    async remove() {
      await endServer(join(path, 'postgres'))
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
