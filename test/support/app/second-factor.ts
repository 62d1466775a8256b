import { authenticator } from '../browser/authenticator.ts'
import { createTestApp } from './app.ts'
import { type AccountsOptions, type Answer, ada, sessionOf } from './real-identity.ts'

const start = Date.parse('2026-11-03T12:00:15Z')

/** Ada, signed in with a password and a verified address; `advance` moves the clock of the codes by seconds. */
export async function withSecondFactor(options: AccountsOptions = {}) {
  let moment = start
  const auth = await createTestApp({ identity: 'real', now: () => moment, ...options })
  const cookie = sessionOf(await auth.post('register', ada))
  await auth.database.pool.query('UPDATE app.accounts SET is_email_verified = true')

  /** Calls /api/auth/second-factor/… from a browser with these cookies. */
  const ask = (what: string, body: object, cookies = cookie) =>
    auth.post(`second-factor/${what}`, body, { headers: { cookie: cookies } })
  const state = async (session = cookie) =>
    (await auth.app.inject({ url: '/api/auth/second-factor', headers: { cookie: session } })).json()
  const phone = async () => authenticator((await ask('setup', {})).json().secret, () => moment)

  /** Turns on two-step sign-in, and moves the clock two steps ahead, so that every code is new. */
  async function turnOn() {
    const app = await phone()
    const answer = await ask('turn-on', { code: app.at(moment) })
    const recoveryCodes: string[] = answer.json().recoveryCodes
    advance(60)
    return { code: () => app.at(moment), codeAt: (seconds: number) => app.at(moment + seconds * 1000), recoveryCodes }
  }
  function advance(seconds: number) {
    moment += seconds * 1000
  }

  /** The first step with a password; returns the cookie for the second step. */
  async function firstStep(carried?: string) {
    const { email, password } = ada
    const headers = carried === undefined ? {} : { cookie: carried }
    return challengeOf(await auth.post('login', { email, password }, { headers }))
  }
  const verify = (code: string, challenge: string) => ask('verify', { code }, challenge)
  const history = async (session: string) =>
    (await auth.app.inject({ url: '/api/auth/sign-ins', headers: { cookie: session } })).json()

  return { ...auth, cookie, ask, state, phone, turnOn, advance, firstStep, verify, history, now: () => moment }
}

/** `name=value` of the challenge cookie in the response. */
export function challengeOf(answer: Answer): string {
  const cookie = answer.cookies.find(({ name }) => name.endsWith('sign_in_step'))
  if (!cookie) throw new Error(`The response asks for no code: ${answer.statusCode} ${answer.body}`)
  return `${cookie.name}=${cookie.value}`
}
