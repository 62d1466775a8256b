import { join } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import { secretMarkOf } from '../kernel/backup/manifest.ts'
import type { BackupSource } from '../kernel/backup/take-backup.ts'
import { eventsOf } from '../kernel/eventlog/integrity/verify.ts'
import { personalFields } from '../topics/index.ts'
import type { Base } from './base.ts'

export type BackedUp = Pick<Base, 'config' | 'secrets' | 'core' | 'database'>

/** What a backup of this site holds. */
export const backupSource = ({ config, secrets, core, database }: BackedUp): BackupSource => ({
  pool: database.pool,
  program: program.version,
  secretMark: secretMarkOf(secrets.master),
  signingKey: secrets.backups,
  personalFields,
  folders: {
    outbox: join(config.dataDir, 'outbox'),
    ...(config.photosBucket === null && { photos: config.photosDir }),
  },
  eventStoreLog: config.eventStoreUrl ? () => eventsOf(core.log) : null,
})
