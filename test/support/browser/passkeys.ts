import type { InjectOptions } from 'fastify'
import { type AccountsApp, createTestApp } from '../app/app.ts'
import { type AccountsOptions, type Answer, ada, origin, sessionOf } from '../app/real-identity.ts'
import { type Lies, type Passkey, passkeyDevice } from './passkey-device.ts'

/** `name=value` of each cookie in the response. */
export const cookiesOf = (answer: Answer): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** A person with passkeys at an app. */
export function passkeyUser({ app, post }: Pick<AccountsApp, 'app' | 'post'>, cookie: string) {
  const device = passkeyDevice(origin)
  const as = { headers: { cookie } }
  const call = (method: InjectOptions['method'], url: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/auth/${url}`,
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      ...(payload && { payload }),
    })

  /** Adds a passkey; throws when it is refused. */
  async function add(name = 'Phone', lies: Lies = {}): Promise<{ id: string; passkey: Passkey }> {
    const { passkey, answer } = await tryToAdd(name, lies)
    if (answer.statusCode !== 201) throw new Error(`The passkey was refused: ${answer.body}`)
    return { id: answer.json().id, passkey }
  }

  async function tryToAdd(name: string, lies: Lies = {}) {
    const options = await post('passkeys/options', undefined, as)
    if (options.statusCode !== 200) throw new Error(`A passkey could not begin: ${options.body}`)
    const { credential, passkey } = device.make(options.json(), lies)
    return { credential, passkey, answer: await post('passkeys', { name, credential }, as) }
  }

  return { device, call, add, tryToAdd, list: async () => (await call('GET', 'passkeys')).json() }
}

/** A browser that signs in with a passkey, from its request for a challenge on. */
export function passkeySignIn({ post }: Pick<AccountsApp, 'post'>) {
  /** The request, and the cookie of the browser that it is for. */
  async function begin() {
    const answer = await post('passkey/options')
    return { request: answer.json(), browser: cookiesOf(answer) }
  }
  const finish = (credential: unknown, browser: string) =>
    post('passkey', { credential }, { headers: { cookie: browser } })
  async function signIn(passkey: Passkey, lies: Lies = {}): Promise<Answer> {
    const { request, browser } = await begin()
    return finish(passkey.answer(request, lies), browser)
  }
  return { begin, finish, signIn }
}

/** Ada, signed in with a password and a verified address, and one passkey. */
export async function withPasskey(options: AccountsOptions = {}) {
  const auth = await createTestApp({ identity: 'real', ...options })
  const cookie = sessionOf(await auth.post('register', ada))
  await auth.prove(1)
  const person = passkeyUser(auth, cookie)
  const { id, passkey } = await person.add()
  return { ...auth, ...person, ...passkeySignIn(auth), cookie, id, passkey }
}
