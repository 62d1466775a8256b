import type { Overrides } from '../../../backend/app.ts'
import { startUp } from '../../../backend/startup.ts'
import { createProjectedDatabase } from '../database/database.ts'
import { tokenIn } from '../mail/link-token.ts'
import { composeProduct } from './product.ts'

type WhenDone = (cleanUp: () => Promise<void>) => void

export type WholeApp = Awaited<ReturnType<typeof createWholeApp>>

/** The product as startup.ts starts it. */
export async function createWholeApp(whenDone: WhenDone, env: Record<string, string> = {}, overrides?: Overrides) {
  const database = await createProjectedDatabase(whenDone)
  const { app, config } = await composeProduct(whenDone, database, { env, overrides })
  const closing = new AbortController()
  whenDone(async () => closing.abort())
  const { firstAdminLink } = await startUp({ app, config, signal: closing.signal, onProgress: () => {} })
  return { ...app, dataDir: config.dataDir, firstAdminToken: tokenIn(firstAdminLink) }
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
