import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { grantAdmin } from '../../../backend/commands/auth/rights.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from './app.ts'
import { type AccountsOptions, type Answer, chief, sessionOf } from './real-identity.ts'

export type Member = { id: number; email: string; cookie: string }
export type Office = Awaited<ReturnType<typeof createOffice>>

/** A moment as the API writes it. */
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

/** The product with an admin who is signed in, and people who sign up. */
export async function createOffice(options?: AccountsOptions) {
  const auth = await createTestApp({ identity: 'real', ...options })
  const { password } = chief
  const login = (email: string) => auth.post('login', { email, password })

  async function signUp(name: string): Promise<Member> {
    const email = `${name.toLowerCase()}@example.org`
    const answer = await auth.post('register', { email, password, firstName: name, lastName: 'Moab' })
    return { id: answer.json().user.id, email, cookie: sessionOf(answer) }
  }
  async function signUpAdmin(name: string): Promise<Member> {
    const { id, email } = await signUp(name)
    await auth.prove(id)
    await grantAdmin(auth, id, systemContext())
    return { id, email, cookie: sessionOf(await login(email)) }
  }
  const admin = await signUpAdmin('Naomi')

  const as = (
    { cookie }: Pick<Member, 'cookie'>,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers: InjectOptions['headers'] = {},
  ): Promise<Answer> =>
    auth.app.inject({
      method,
      url: `/api/admin/${url}`,
      ...(payload && { payload }),
      headers: { 'sec-fetch-site': 'same-origin', cookie, ...headers },
    })

  return {
    ...auth,
    admin,
    login,
    signUp,
    signUpAdmin,
    as,
    get: async (url: string) => (await as(admin, 'GET', url)).json(),
    put: (id: number, fields: object, headers?: InjectOptions['headers']) =>
      as(admin, 'PUT', `users/${id}`, fields, headers),
    ban: (id: number, body: object) => as(admin, 'POST', `users/${id}/ban`, body),
    remove: (url: string) => as(admin, 'DELETE', `users/${url}`),
    isSignedIn: async ({ cookie }: Pick<Member, 'cookie'>): Promise<boolean> =>
      (await auth.status(cookie)).json().isAuthenticated,
    typesOf: async (id: number) => (await auth.log.readStream(`user-${id}`)).map(({ type }) => type),
  }
}
