import type { App } from '../../../backend/app.ts'

export const strongPassword = 'fifteen or more characters'

/** Registers (with the token for the first admin: as an admin); returns the cookie. */
export async function signUpAt({ http }: Pick<App, 'http'>, email: string, token?: string): Promise<string> {
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
