import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { Database } from './database/connect.ts'
import { personalFields } from './domain/index.ts'
import { createCodec } from './eventlog/codec.ts'
import { decrypt, encrypt } from './eventlog/encryption/aes-gcm.ts'
import { createSubjectKeys } from './eventlog/encryption/subject-keys-postgres.ts'
import type { EventLog } from './eventlog/event-log.ts'
import { createEventStoreDbLog } from './eventlog/eventstoredb/eventstoredb-log.ts'
import { createHandle } from './eventlog/handle.ts'
import { createPostgresLog } from './eventlog/postgres/postgres-log.ts'
import { upcasters } from './eventlog/upcasters.ts'
import { createAccounts } from './identity/accounts.ts'
import { createOneTimeTokens } from './identity/one-time-tokens.ts'
import { createSecondFactors } from './identity/second-factors.ts'
import { createProjections } from './projections/index.ts'

/** The event-sourced core over one database: what the server and the command line tools share. Nothing runs yet. */
export function createCore({
  config,
  secrets,
  database,
}: {
  config: Pick<Config, 'eventStoreUrl'>
  secrets: Secrets
  database: Database
}) {
  const { pool } = database
  const log: EventLog = config.eventStoreUrl ? createEventStoreDbLog(config.eventStoreUrl) : createPostgresLog(pool)
  const subjects = createSubjectKeys({ pool, masterKey: secrets.master })
  const codec = createCodec({ keys: subjects, personalFields, upcasters })
  const accounts = createAccounts(database)
  return {
    log,
    subjects,
    decode: codec.decode,
    handle: createHandle({ log, codec }),
    projections: createProjections(personalFields),
    accounts,
    tokens: createOneTimeTokens({ database, key: secrets.tokens }),
    secondFactors: createSecondFactors({
      database,
      box: {
        seal: (plain, context) => encrypt(secrets.secondFactors, plain, context),
        open: (sealed, context) => decrypt(secrets.secondFactors, sealed, context),
      },
      recoveryKey: secrets.recoveryCodes,
    }),
  }
}

export type Core = ReturnType<typeof createCore>
