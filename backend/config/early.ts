import { environment } from './environment.ts'

/** The settings for the first module of the process; `config.ts` reads and checks all of them. */
export type EarlySettings = { port: number; host: string; publicUrl: string | undefined; isHttps: boolean }

export const defaults = { PORT: 3000, HOST: '127.0.0.1' }

/** Uses no schema library, which would be loaded first. Null: the server listens once everything is loaded. */
export function earlySettings(variables = environment()): EarlySettings | null {
  const { PORT, HOST, PUBLIC_URL, SERVE_SITE } = variables
  const port = Number(PORT || defaults.PORT)
  const host = HOST || defaults.HOST
  const isValid = Number.isInteger(port) && port >= 0 && port <= 65535
  // Fastify listens on all addresses of localhost.
  if (!isValid || host === 'localhost' || (SERVE_SITE || 'on') !== 'on') return null
  return { port, host, publicUrl: PUBLIC_URL || undefined, isHttps: PUBLIC_URL?.startsWith('https:') ?? false }
}
