import { EventStoreDBClient } from '@eventstore/db-client'
import { StartupError } from '../../database/startup-error.ts'
import { readRaw } from './raw-reads.ts'

/** A server that stays connected but silent is given up after both; then the client looks for the new leader. */
const keepAlive = { keepAliveInterval: 2000, keepAliveTimeout: 2000 } // ms
/** A member of a cluster that is asked for the others, and may be the silent one. */
const discovery = { gossipTimeout: 2 } // s

/** The client of the server or cluster at this address. Throws StartupError, without the address: it holds a password. */
export function connectToEventStoreDb(address: string): EventStoreDBClient {
  try {
    const client = withoutWarning(() => EventStoreDBClient.connectionString(withDefaults(address)))
    readRaw(client)
    return client
  } catch {
    throw new StartupError(
      'EVENTSTORE_URL is not an address of EventStoreDB. Use esdb://user:password@host:2113, or several hosts separated by commas.',
    )
  }
}

/** The client warns on the console of a keep-alive as short as ours, at every start. */
function withoutWarning<Result>(connect: () => Result): Result {
  const { warn } = console
  console.warn = () => {}
  try {
    return connect()
  } finally {
    console.warn = warn
  }
}

/** The settings of the address come first. */
function withDefaults(address: string): string {
  const [base = '', query = ''] = address.split(/\?(.*)/s)
  const chosen = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()))
  const missing = Object.entries({ ...keepAlive, ...discovery }).filter(([name]) => !chosen.has(name.toLowerCase()))
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

/** What to say when the server holds another log than the one that PostgreSQL belongs to. */
export const replacedHint = (address: string): string =>
  `EventStoreDB at ${hostsOf(address)} does not hold the event log that this database belongs to, so nothing is read or written. Correct EVENTSTORE_URL, or restore EventStoreDB from its backup.`

/** What to do when the server cannot be used; null for any other error. */
export function eventStoreHint(error: unknown, address: string): string | null {
  if (!(error instanceof Error) || !('type' in error)) return null
  const at = `EventStoreDB at ${hostsOf(address)}`
  const { message } = error
  if (error.type === 'access-denied')
    return `${at} rejected the user or password. Correct them in EVENTSTORE_URL and start again.`
  if (/certificate|self.signed|issuer/i.test(message))
    return `${at} has a certificate of an authority that is not known here. Add tlsCAFile=/path/to/ca.crt to EVENTSTORE_URL and start again.`
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN/.test(message))
    return `${at} does not answer. Start it, or correct EVENTSTORE_URL and start again.`
  if (error.type === 'unavailable')
    return `${at} could not be reached. Check that it is running, and that tls=true or tls=false in EVENTSTORE_URL matches the server.`
  return null
}
