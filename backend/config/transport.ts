import { isPublic } from './hosts.ts'

/** A name without a dot is in the private network, such as a container’s. */
const isOutside = (host: string) => /[.:]/.test(host) && isPublic(host)

/**
 * One sentence for each server whose connection could be read in transit; judged by the settings, without connecting.
 */
export function unencryptedConnections(config: {
  databaseUrl: string | undefined
  databaseReadUrl?: string | undefined
  databaseMigrationUrl: string | undefined
  eventStoreUrl: string | undefined
}): string[] {
  const { databaseUrl, databaseReadUrl, databaseMigrationUrl, eventStoreUrl } = config
  return [
    databaseSentence('DATABASE_URL', databaseUrl),
    databaseSentence('DATABASE_READ_URL', databaseReadUrl),
    databaseSentence('DATABASE_MIGRATION_URL', databaseMigrationUrl),
    eventStoreSentence(eventStoreUrl),
  ].filter((sentence) => sentence !== null)
}

function databaseSentence(setting: string, url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null
  const { hostname, searchParams } = new URL(url)
  // With each of these the driver refuses a wrong certificate.
  if (!isOutside(hostname) || ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? ''))
    return null
  return `PostgreSQL at ${hostname} is outside the private network, and the connection is not encrypted with a checked certificate: add ?sslmode=verify-full to ${setting}.`
}

function eventStoreSentence(url: string | undefined): string | null {
  const [, hosts = '', query = ''] = /^[^:]+:\/\/(?:[^@/?]*@)?([^/?]*)\/?(?:\?(.*))?$/.exec(url ?? '') ?? []
  const options = new Map(
    [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]),
  )
  const isUnchecked = options.get('tls') === 'false' || options.get('tlsverifycert') === 'false'
  const open = hosts
    .split(',')
    .map((host) => host.replace(/:\d+$/, ''))
    .find(isOutside)
  if (!isUnchecked || open === undefined) return null
  return `EventStoreDB at ${open} is outside the private network, and the connection is not encrypted with a checked certificate: remove tls=false and tlsVerifyCert=false from EVENTSTORE_URL.`
}
