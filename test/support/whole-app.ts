import { createApp } from '../../backend/app.ts'
import { parseConfig } from '../../backend/config/config.ts'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { startUp } from '../../backend/startup.ts'
import { createEmptyDatabase } from './database.ts'
import { temporaryDataFolder } from './running-app.ts'

type WhenDone = (cleanUp: () => Promise<void>) => void

export type WholeApp = Awaited<ReturnType<typeof createWholeApp>>

/**
 * The product as assembled by app.ts and startup.ts, in this process and without a socket. Without pages, which need a
 * build.
 */
export async function createWholeApp(whenDone: WhenDone, env: Record<string, string> = {}) {
  const folder = temporaryDataFolder()
  whenDone(folder.remove)
  const database = await createEmptyDatabase(whenDone)
  const config = parseConfig({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    RATE_LIMITS: 'off',
    DEMO_CONTENT: 'off',
    SERVE_SITE: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const closing = new AbortController()
  const app = await createApp({ config, secrets: loadSecrets(config), databaseUrl: database.url })
  app.http.addHook('onClose', app.closeParts)
  whenDone(async () => {
    closing.abort()
    await app.http.close()
  })
  const { firstAdminLink } = await startUp({ app, config, signal: closing.signal, onProgress: () => {} })
  return { ...app, dataDir: folder.path, firstAdminToken: new URL(firstAdminLink ?? '').hash.replace('#token=', '') }
}

export const strongPassword = 'fifteen or more characters'

/** Registers (with the token for the first admin: as an admin); returns the cookie. */
export async function signUpAt({ http }: Pick<WholeApp, 'http'>, email: string, token?: string): Promise<string> {
  const answer = await http.inject({
    method: 'POST',
    url: token === undefined ? '/api/auth/register' : '/api/auth/first-admin',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email, password: strongPassword, firstName: 'Ada', lastName: 'Byron', ...(token && { token }) },
  })
  const cookie = answer.cookies.find(({ name }) => name === 'session')
  if (!cookie) throw new Error(`No session started: ${answer.statusCode} ${answer.body}`)
  return `session=${cookie.value}`
}

export type ServedRoute = { method: string; url: string }

/** Every route listed by the server itself, without HEAD: `{ method: 'GET', url: '/api/admin/prayers/:id' }`. */
export function routesOf({ http }: Pick<WholeApp, 'http'>): ServedRoute[] {
  const above: string[] = []
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (part === undefined) return []
      const depth = indent.length / 4
      above.splice(depth, above.length, part)
      const url = above.join('')
      const served = methods?.split(', ').filter((method) => method !== 'HEAD') ?? []
      return served.map((method) => ({ method, url }))
    })
}
