import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { eventSchemas, nullableFields, problemWith } from './event-schemas/index.ts'
import { upcasters } from './event-schemas/upcasters.ts'
import { rememberAdminAddress } from './identity/admin-addresses.ts'
import { createIdentity, type IdentityOptions } from './identity/index.ts'
import type { Database } from './kernel/database/connect.ts'
import { createIds } from './kernel/database/id-sequences.ts'
import { createIssuedNumbers, type RepeatableCommand } from './kernel/database/issued-numbers.ts'
import { createWriteCheck, type WriteCheck } from './kernel/database/write-check.ts'
import { createCodec } from './kernel/eventlog/codec.ts'
import type { EventSetAside } from './kernel/eventlog/decider.ts'
import { decrypt, encrypt } from './kernel/eventlog/encryption/aes-gcm.ts'
import type { SubjectKeys } from './kernel/eventlog/encryption/subject-keys.ts'
import { createSubjectKeys } from './kernel/eventlog/encryption/subject-keys-postgres.ts'
import { unreadableSentence } from './kernel/eventlog/encryption/unreadable-subjects.ts'
import { deletedStreamType, type EventLog, type Position } from './kernel/eventlog/event-log.ts'
import type { EventStoreDbOptions } from './kernel/eventlog/eventstoredb/eventstoredb-log.ts'
import { createHandle, type Handle } from './kernel/eventlog/handle.ts'
import type { Recorded } from './kernel/eventlog/metadata.ts'
import { createPostgresLog } from './kernel/eventlog/postgres/postgres-log.ts'
import { currentVersion, type KnownTypes } from './kernel/eventlog/upcasters.ts'
import { continueBehind, usedNumbers } from './kernel/eventlog/used-numbers.ts'
import { createSystemCounters, type SystemCounters } from './kernel/monitoring/system-counters.ts'
import { createReadSkips } from './kernel/projector/read-skips.ts'
import { createMailTokens } from './mail/tokens/index.ts'
import { projections } from './projections/index.ts'
import { decidesMail } from './projections/mail-decisions.ts'
import { idFields, personalFields, type Sequence, sequences, streamKinds } from './topics/index.ts'

/**
 * The next number of a sequence: unique and increasing, with gaps. A command that names a stream by it passes the
 * identity of its request, and gets the same number again when it is repeated. `taken`: the number that it got and that
 * the log has used for something else; then all sequences continue behind the log first.
 */
export type NextId = (sequence: Sequence, command?: RepeatableCommand | null, taken?: number) => Promise<number>

/** Parts used instead of those from the settings. */
export type CoreOverrides = {
  log?: EventLog
  subjects?: SubjectKeys
  nextId?: NextId
  /** Milliseconds between attempts to write after a failure. */
  probeEvery?: number
} & Pick<IdentityOptions, 'passwords' | 'now'>

export type Core = Awaited<ReturnType<typeof createCore>>

/** The event-sourced core of one database, shared by the server and the command line tools. Nothing runs yet. */
export async function createCore({
  config,
  secrets,
  database,
  locate,
  onAlarm,
  overrides = {},
}: {
  config: Pick<Config, 'eventStoreUrl' | 'eventStoreStreamPrefix' | 'isHttps' | 'isProduction'>
  secrets: Secrets
  database: Database
  /** Called with a message when a background check finds the log damaged. */
  onAlarm?: (sentence: string) => void
  overrides?: CoreOverrides
} & Pick<IdentityOptions, 'locate'>) {
  const { pool } = database
  const { passwords, now } = overrides
  const { eventStoreUrl, eventStoreStreamPrefix: streamPrefix } = config
  const counters = createSystemCounters()
  const writes = createWriteCheck(pool, { every: overrides.probeEvery })
  const opened =
    overrides.log ??
    (eventStoreUrl ? await openEventStoreDb(eventStoreUrl, { pool, onAlarm, streamPrefix }) : createPostgresLog(pool))
  const log = counted(opened, counters)
  // PostgreSQL recognizes the ids of events in every stream.
  const issued = eventStoreUrl ? createIssuedNumbers(pool) : null
  const ids = createIds(pool, sequences)
  /** The highest numbers that this process found in the log. */
  let used: ReadonlyMap<string, number> = new Map()
  async function continueNumbers(after: Position | null): Promise<ReadonlyMap<string, number>> {
    used = await usedNumbers(log, idFields, after)
    await continueBehind(pool, used)
    return used
  }
  const nextId: NextId = async (sequence, command, taken) => {
    if (taken !== undefined && taken > (used.get(sequence) ?? 0)) await continueNumbers(null)
    else if (taken !== undefined) await continueBehind(pool, used)
    if (!issued || !command) return ids.next(sequence)
    if (taken !== undefined) await issued.replace(sequence, command, taken)
    return issued.next(sequence, command)
  }
  const subjects = overrides.subjects ?? createSubjectKeys({ pool, masterKey: secrets.master })
  const unreadable = createUnreadableSubjects(onAlarm)
  const codec = createCodec({
    keys: subjects,
    personalFields,
    upcasters,
    nullable: nullableFields,
    known: knownTypes,
    problemWith,
    onSetAside: createSetAsideAlarm(onAlarm),
    onUnreadable: unreadable.note,
  })
  const handle = createHandle({
    log,
    codec,
    register: issued?.register,
    rememberAddress: (address) => rememberAdminAddress(pool, address),
  })
  return {
    log,
    /** Counters of this process, for the system metrics. */
    counters,
    /** True when the database takes writes. */
    writes,
    subjects,
    decode: codec.decode,
    knownTypes,
    readSkips: createReadSkips({ log, decode: codec.decode, isForbidden: decidesMail }),
    /** Subjects whose fields this process could not read, because the key is damaged. */
    unreadableSubjects: unreadable.all,
    handle: watched(handle, counters, writes),
    nextId: overrides.nextId ?? nextId,
    /** Lets every sequence of ids continue behind the highest id in the log after a position, and returns these. */
    continueNumbers,
    /** Forgets commands that can no longer be repeated. */
    cleanIssuedNumbers: async () => issued?.clean(),
    projections,
    ...createMailTokens(secrets),
    importBox: boxOf(secrets.waitingImports),
    ...createIdentity({
      database,
      isHttps: config.isHttps,
      adminsNeedSecondFactor: config.isProduction,
      keys: secrets,
      box: boxOf(secrets.secondFactors),
      locate,
      passwords,
      now,
    }),
  }
}

/** Encrypts texts of plain tables under this key. */
const boxOf = (key: Uint8Array) => ({
  seal: (plain: string | Uint8Array, context: string) => encrypt(key, plain, context),
  open: (sealed: Uint8Array, context: string) => decrypt(key, sealed, context),
})

/** Every event type that may be appended. */
const knownTypes: KnownTypes = new Map([...eventSchemas.keys()].map((type) => [type, currentVersion(upcasters, type)]))

const watched =
  (handle: Handle, counters: SystemCounters, writes: WriteCheck): Handle =>
  async (...command) => {
    try {
      return await counters.command(() => handle(...command))
    } catch (error) {
      writes.note(error)
      throw error
    }
  }

const counted = (log: EventLog, counters: SystemCounters): EventLog => ({
  ...log,
  async append(stream, expected, events) {
    const answer = await log.append(stream, expected, events)
    if (answer.outcome === 'appended') counters.append(events.length)
    return answer
  },
})

const maxRemembered = 1000

/** One alarm per event, however often it is read. */
function createSetAsideAlarm(onAlarm: (sentence: string) => void = () => {}) {
  const known = new Set<string>()
  return ({ id, position, data: { stream, type, reason } }: Recorded<EventSetAside>) => {
    if (known.has(id) || known.size >= maxRemembered) return
    known.add(id)
    if (type === deletedStreamType)
      return onAlarm(
        `Stream ${stream} was deleted for good in EventStoreDB (position ${position}). Commands about it are refused and everything else goes on; npm run admin -- set-aside lists such streams.`,
      )
    onAlarm(
      `The event at position ${position} in stream ${stream} is none of ours and was set aside. ${reason} Another program may write to our streams; npm run admin -- set-aside lists such events.`,
    )
  }
}

/** Remembers the subjects with a damaged key, with one alarm for each. */
function createUnreadableSubjects(onAlarm: (sentence: string) => void = () => {}) {
  const subjects = new Set<string>()
  return {
    all: (): ReadonlySet<string> => subjects,
    note(subject: string): void {
      if (subjects.has(subject)) return
      subjects.add(subject)
      if (subjects.size <= maxRemembered) onAlarm(unreadableSentence(subjects))
    },
  }
}

/** The client of EventStoreDB is only loaded when it is needed: it is large. */
async function openEventStoreDb(
  url: string,
  { pool, ...options }: { pool: Database['pool'] } & Pick<EventStoreDbOptions, 'onAlarm' | 'streamPrefix'>,
): Promise<EventLog> {
  const { createEventStoreDbLog } = await import('./kernel/eventlog/eventstoredb/eventstoredb-log.ts')
  const { createIdentityStore } = await import('./kernel/eventlog/eventstoredb/log-identity-store.ts')
  return createEventStoreDbLog(url, { identityStore: createIdentityStore(pool), streamKinds, ...options })
}
