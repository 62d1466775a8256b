import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, request } from '@playwright/test'
import { tokenIn } from '../support/mail/link-token.ts'
import { linkFor } from './mail.ts'

export const admin = {
  email: 'admin@example.org',
  password: 'seven quiet rivers run',
  firstName: 'Ada',
  lastName: 'Admin',
}

/** Text no other test uses, such as 'rain 3f9a2b1c'. */
export const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

/** An email address no other test uses. */
export const uniqueEmail = () => `${randomUUID()}@example.org`

export type Person = typeof admin

/** A person without an account. */
export const newPerson = (): Person => ({
  email: uniqueEmail(),
  password: 'a quiet lane by the mill',
  firstName: unique('Neighbor'),
  lastName: 'Miller',
})

/** The cookies of a signed-in browser. */
export type SignedIn = Awaited<ReturnType<APIRequestContext['storageState']>>

/** Opens the link printed on the first start and creates the product's admin. */
export async function makeFirstAdmin(url: string, firstAdminLink: string): Promise<SignedIn> {
  const browser = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const token = tokenIn(firstAdminLink)
  const answer = await browser.post('/api/auth/first-admin', { data: { token, ...admin } })
  if (!answer.ok()) throw new Error(`The first admin could not be made: ${await answer.text()}`)
  const signedIn = await browser.storageState()
  await browser.dispose()
  return signedIn
}

/** Creates the person's account, signs `request` in and returns the id. With a page's `request`, this signs in its browser. */
export async function register(request: APIRequestContext, person: Person): Promise<number> {
  const answer = await request.post('/api/auth/register', { headers: sameOrigin(), data: person })
  expect(answer.status()).toBe(201)
  const { user }: { user: { id: number } } = await answer.json()
  return user.id
}

/** Opens the mailed link of a person who is signed in, so that their address is proven and their password stays. */
export async function proveAddress(request: APIRequestContext, { email }: Pick<Person, 'email'>): Promise<void> {
  const headers = sameOrigin()
  await request.post('/api/auth/magic-link/send', { headers, data: { email } })
  const token = tokenIn(await linkFor(request, email))
  const answer = await request.post('/api/auth/magic-link/verify', { headers, data: { token } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Proves that it is still them. Not for people with two-step sign-in. */
export async function prove(request: APIRequestContext, password: string): Promise<void> {
  const answer = await request.post('/api/auth/proof', { headers: sameOrigin(), data: { password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The origin header our own pages send. Without it, unsafe requests with a cookie are rejected. */
export const sameOrigin = () => ({ origin: process.env.BASE_URL ?? '' })
