import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { createTestApp } from './app.ts'
import type { WhenDone } from './product.ts'
import { signUpAt } from './sign-up.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type AccountApp = Awaited<ReturnType<typeof createAccountApp>>
export type Account = Awaited<ReturnType<AccountApp['account']>>

/** The whole product, with accounts. */
export async function createAccountApp(whenDone: WhenDone, env: Record<string, string> = {}) {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything', whenDone, env })

  async function account(email = `${randomUUID()}@example.org`, token?: string) {
    const cookie = await signUpAt(app, email, token)
    const ask = (method: Method, url: string, body?: object, type = 'application/json') =>
      app.http.inject({
        method,
        url,
        headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': type }) },
        ...(body && { payload: body }),
      })
    const status = await ask('GET', '/api/auth/status')
    const { id }: { id: number } = status.json().user
    return { email, id, cookie, ask, user: async () => (await ask('GET', '/api/auth/status')).json().user }
  }

  /** A visitor without an account or cookie. */
  const visit = (method: Method, url: string, body?: object) =>
    app.http.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' }, ...(body && { payload: body }) })

  const events = async (type: string) =>
    (await app.core.decode(await app.core.log.readAll(null, 10_000))).filter((event) => event.type === type)

  /** Verifies the email address. */
  const verify = (userId: number) =>
    app.database.pool.query('UPDATE app.accounts SET is_email_verified = true WHERE user_id = $1', [userId])

  return { ...app, account, visit, events, verify }
}

/** An image as a phone takes it, with a hidden note in its metadata. */
export const picture = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', note = 'Canary-camera') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#0b1f3f' } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: note } })
    .toBuffer()
