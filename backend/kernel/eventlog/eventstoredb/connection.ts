import { EventStoreDBClient } from '@eventstore/db-client'
import { StartupError } from '../../database/startup-error.ts'
import { namesAuthority, rejectUnreadableFiles } from './address-files.ts'
import { createSilenceWatch } from './silent-connection.ts'

/**
 * A frozen node keeps its connections open and accepts new ones, and until the others have elected a leader they send
 * us back to it. So a silent client is replaced by a new one, which asks the members again.
 */
const silence = 2500 // ms
/** Timeout for asking one cluster member for the others; it may be the silent one. */
const discovery = { gossipTimeout: 2, maxDiscoverAttempts: 3 } // s

/** gRPC’s code for a user who is known; another one says that the user or password is wrong. */
const permissionDenied = 7

export type Client = { client: EventStoreDBClient; givenUp: AbortSignal }

/** The current client was replaced before it answered. */
export class ClientReplaced extends Error {
  override readonly name = 'ClientReplaced'
  /** The client’s name for a lost connection. */
  readonly type = 'cancelled'
  constructor() {
    super('EventStoreDB fell silent, so its members are asked for the leader again.')
  }
}

export type Connection = {
  readonly present: Client
  /**
   * Calls the server; `touch` reports that a long answer is still arriving. Rejects with ClientReplaced when the server
   * stays silent, and with the reason of `signal` when that is aborted.
   */
  ask<Answer>(call: (present: Client, touch: () => void) => Promise<Answer>, signal?: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

/** Throws StartupError, without the address: it holds a password. */
export function connectToEventStoreDb(address: string, onReplaced: () => void): Connection {
  let { present, giveUp } = open(address)
  const waiting = new Set<(error: Error) => void>()
  const watch = createSilenceWatch({ limit: silence, onSilent: replace })

  function replace(): void {
    const silent = { present, giveUp }
    ;({ present, giveUp } = open(address))
    silent.giveUp()
    for (const reject of [...waiting]) reject(new ClientReplaced())
    silent.present.client.dispose().catch(() => {})
    onReplaced()
  }

  return {
    get present() {
      return present
    },
    ask: (call, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const end = watch.begin()
        const give = (error: Error) => {
          waiting.delete(give)
          end()
          signal?.removeEventListener('abort', abandon)
          reject(error)
        }
        const abandon = () => give(signal?.reason)
        waiting.add(give)
        signal?.addEventListener('abort', abandon)
        call(present, watch.touch).then(
          (answer) => {
            watch.touch()
            waiting.delete(give)
            end()
            signal?.removeEventListener('abort', abandon)
            resolve(answer)
          },
          (error) => {
            // An election answers with errors; a frozen node does not answer at all.
            watch.touch()
            give(error)
          },
        )
      }),
    async close() {
      watch.stop()
      giveUp()
      await present.client.dispose()
    },
  }
}

function open(address: string): { present: Client; giveUp: () => void } {
  const controller = new AbortController()
  const client = clientOf(address)
  return { present: { client, givenUp: controller.signal }, giveUp: () => controller.abort(new ClientReplaced()) }
}

function clientOf(address: string): EventStoreDBClient {
  try {
    rejectUnreadableFiles(address)
    return EventStoreDBClient.connectionString(withDefaults(address))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      'EVENTSTORE_URL is not an address of EventStoreDB. Use esdb://user:password@host:2113, or several hosts separated by commas.',
    )
  }
}

/** Settings in the address take precedence. */
function withDefaults(address: string): string {
  const [base = '', query = ''] = address.split(/\?(.*)/s)
  const chosen = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()))
  const missing = Object.entries(discovery).filter(([name]) => !chosen.has(name.toLowerCase()))
  return `${base}?${[query, ...missing.map(([name, value]) => `${name}=${value}`)].filter(Boolean).join('&')}`
}

/** `a:2113, b:2113`, without user and password. */
export const hostsOf = (address: string): string =>
  address
    .replace(/^[^:]*:\/\//, '')
    .replace(/[/?].*$/s, '')
    .replace(/^.*@/s, '')
    .split(',')
    .join(', ')

/** The advice when the server holds another log than the one that PostgreSQL belongs to. `prefix`: of our streams. */
export function replacedHint(address: string, prefix: string | undefined): string {
  const streams = prefix ? `that begin with ${prefix}` : 'without a prefix'
  return `EventStoreDB at ${hostsOf(address)} does not hold the event log that this database belongs to, among the streams ${streams}, so nothing is read or written. Correct EVENTSTORE_URL or EVENTSTORE_STREAM_PREFIX, or restore EventStoreDB from its backup.`
}

/** The advice when the database is new, so that it lacks the keys of the personal data in the log. */
export const usedHint = (address: string): string =>
  `EventStoreDB at ${hostsOf(address)} holds an event log that is older than this database. Set DATABASE_URL or DATA_DIR to the database that belongs to the log, restore that one from its backup, or give this database a log of its own with EVENTSTORE_URL or EVENTSTORE_STREAM_PREFIX.`

/** The advice when the server cannot be used; null for any other error. */
export function eventStoreHint(error: unknown, address: string): string | null {
  if (!(error instanceof Error)) return null
  const at = `EventStoreDB at ${hostsOf(address)}`
  const { message } = error
  // The client finds no member of the cluster.
  if (/Failed to discover/.test(message))
    return `${at} does not answer. Start it, or correct EVENTSTORE_URL and start again.`
  if (!('type' in error)) return null
  if (error.type === 'access-denied' && 'code' in error && error.code === permissionDenied)
    return `${at} does not let the user in EVENTSTORE_URL read all events ($all). Add the user to the group $admins, or name another one, and start again.`
  if (error.type === 'access-denied')
    return `${at} rejected the user or password. Correct them in EVENTSTORE_URL and start again.`
  if (/certificate|self.signed|issuer/i.test(message) && namesAuthority(address))
    return `${at} has a certificate that the authority in tlsCAFile did not sign. Correct tlsCAFile in EVENTSTORE_URL and start again.`
  if (/certificate|self.signed|issuer/i.test(message))
    return `${at} has a certificate of an authority that is not known here. Add tlsCAFile=/path/to/ca.crt to EVENTSTORE_URL and start again.`
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN/.test(message))
    return `${at} does not answer. Start it, or correct EVENTSTORE_URL and start again.`
  if (error.type === 'unavailable')
    return `${at} could not be reached. Check that it is running, and that tls=true or tls=false in EVENTSTORE_URL matches the server.`
  return null
}
