import { campaign } from '../../contract/campaign.ts'
import { environment } from './environment.ts'
import { sampleFields } from './sample-campaign.ts'

/** The settings for the first module of the process; `config.ts` reads and checks all of them. */
export type EarlySettings = {
  port: number
  host: string
  publicUrl: string | undefined
  isHttps: boolean
  hasHttpsSubdomains: boolean
}

export const defaults = { PORT: 3000, HOST: '127.0.0.1' }

/**
 * Uses no schema library, which would be loaded first. Null: the server listens once everything is loaded, or the start
 * is going to be refused and must not show a page before.
 */
export function earlySettings(variables = environment(), words: object = campaign): EarlySettings | null {
  const { PORT, HOST, PUBLIC_URL, SERVE_SITE, HSTS_SUBDOMAINS, NODE_ENV } = variables
  const port = Number(PORT || defaults.PORT)
  const host = HOST || defaults.HOST
  const isValid = Number.isInteger(port) && port >= 0 && port <= 65535
  // Fastify listens on all addresses of localhost.
  if (!isValid || host === 'localhost' || (SERVE_SITE || 'on') !== 'on') return null
  if (NODE_ENV === 'production' && sampleFields(words).length > 0) return null
  return {
    port,
    host,
    publicUrl: PUBLIC_URL || undefined,
    isHttps: PUBLIC_URL?.startsWith('https:') ?? false,
    hasHttpsSubdomains: HSTS_SUBDOMAINS === 'on',
  }
}
