import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, request } from '@playwright/test'

export const admin = {
  email: 'admin@example.org',
  password: 'seven quiet rivers run',
  firstName: 'Ada',
  lastName: 'Admin',
}

/** Words no other test uses, such as 'rain 3f9a2b1c'. */
export const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

/** An address no other test uses. */
export const uniqueEmail = () => `${randomUUID()}@example.org`

export type Person = typeof admin

/** Somebody who has no account yet. */
export const newPerson = (): Person => ({
  email: uniqueEmail(),
  password: 'a quiet lane by the mill',
  firstName: unique('Neighbor'),
  lastName: 'Miller',
})

/** Cookies of a browser in which somebody is signed in. */
export type SignedIn = Awaited<ReturnType<APIRequestContext['storageState']>>

/** Opens the link that a first start prints, and becomes the admin of that product. */
export async function makeFirstAdmin(url: string, firstAdminLink: string): Promise<SignedIn> {
  const browser = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const token = new URL(firstAdminLink).hash.replace('#token=', '')
  const answer = await browser.post('/api/auth/first-admin', { data: { token, ...admin } })
  if (!answer.ok()) throw new Error(`The first admin could not be made: ${await answer.text()}`)
  const signedIn = await browser.storageState()
  await browser.dispose()
  return signedIn
}

/** Makes the person's account, and signs `request` in: that of a page signs in its browser. */
export async function register(request: APIRequestContext, person: Person): Promise<void> {
  const answer = await request.post('/api/auth/register', { headers: sameOrigin(), data: person })
  expect(answer.status()).toBe(201)
}

/** What our own pages say of themselves; an unsafe request that carries a cookie is refused without it. */
export const sameOrigin = () => ({ origin: process.env.BASE_URL ?? '' })
