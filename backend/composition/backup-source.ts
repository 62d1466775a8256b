import { join } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import { secretMarkOf } from '../kernel/backup/manifest.ts'
import type { TablesOfSite } from '../kernel/backup/tables.ts'
import type { BackupSource } from '../kernel/backup/take-backup.ts'
import { eventsOf } from '../kernel/eventlog/integrity/verify.ts'
import { personalFields } from '../topics/index.ts'
import type { Base } from './base.ts'

export type BackedUp = Pick<Base, 'config' | 'secrets' | 'core' | 'database'>

/** Every new table without personal data has to be added. */
export const tablesOfSite: TablesOfSite = {
  left: [
    'app.api_keys', // a restored copy would bring back keys that were revoked since
    'app.failed_sign_ins',
    'app.last_visits', // kept by triggers and the users projection
    'app.one_time_tokens',
    'app.page_view_facts', // beside a newer EventStoreDB they would be written twice
    'app.provider_flows',
    'app.sessions',
    'app.sign_in_challenges',
    'app.traffic_counts', // counted by a trigger while the requests are loaded
    'app.waiting_import_rows', // people that staff have not imported yet
    'app.waiting_imports',
  ],
  withoutPersonal: ['app.moderation_models', 'app.reactor_checkpoints', 'app.staff_sets'],
}

/** Content of a backup of this site. */
export const backupSource = ({ config, secrets, core, database }: BackedUp): BackupSource => ({
  pool: database.pool,
  program: program.version,
  secretMark: secretMarkOf(secrets.master),
  signingKey: secrets.backups,
  personalFields,
  tablesOfSite,
  folders: {
    outbox: join(config.dataDir, 'outbox'),
    ...(config.photosBucket === null && { photos: config.photosDir }),
  },
  eventStoreLog: config.eventStoreUrl ? () => eventsOf(core.log) : null,
})
