import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { Database } from './database/connect.ts'
import { createIds, type Ids } from './database/id-sequences.ts'
import { personalFields } from './domain/index.ts'
import { createCodec } from './eventlog/codec.ts'
import { decrypt, encrypt } from './eventlog/encryption/aes-gcm.ts'
import type { SubjectKeys } from './eventlog/encryption/subject-keys.ts'
import { createSubjectKeys } from './eventlog/encryption/subject-keys-postgres.ts'
import type { EventLog } from './eventlog/event-log.ts'
import { createEventStoreDbLog } from './eventlog/eventstoredb/eventstoredb-log.ts'
import { createHandle } from './eventlog/handle.ts'
import { createPostgresLog } from './eventlog/postgres/postgres-log.ts'
import { upcasters } from './eventlog/upcasters.ts'
import { createIdentity, type IdentityOptions } from './identity/index.ts'
import { createProjections } from './projections/index.ts'

/** Parts used instead of those from the settings. */
export type CoreOverrides = {
  log?: EventLog
  subjects?: SubjectKeys
  nextId?: Ids['next']
} & Pick<IdentityOptions, 'passwords' | 'now'>

export type Core = ReturnType<typeof createCore>

/** The event-sourced core of one database, shared by the server and the command line tools. Nothing runs yet. */
export function createCore({
  config,
  secrets,
  database,
  locate,
  overrides = {},
}: {
  config: Pick<Config, 'eventStoreUrl' | 'isHttps'>
  secrets: Secrets
  database: Database
  overrides?: CoreOverrides
} & Pick<IdentityOptions, 'locate'>) {
  const { pool } = database
  const { passwords, now } = overrides
  const log =
    overrides.log ?? (config.eventStoreUrl ? createEventStoreDbLog(config.eventStoreUrl) : createPostgresLog(pool))
  const subjects = overrides.subjects ?? createSubjectKeys({ pool, masterKey: secrets.master })
  const codec = createCodec({ keys: subjects, personalFields, upcasters })
  return {
    log,
    subjects,
    decode: codec.decode,
    handle: createHandle({ log, codec }),
    nextId: overrides.nextId ?? createIds(pool).next,
    projections: createProjections(personalFields),
    ...createIdentity({
      database,
      isHttps: config.isHttps,
      keys: secrets,
      box: {
        seal: (plain, context) => encrypt(secrets.secondFactors, plain, context),
        open: (sealed, context) => decrypt(secrets.secondFactors, sealed, context),
      },
      locate,
      passwords,
      now,
    }),
  }
}
