import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { type AuthTools, authCommands } from '../../backend/commands/auth/index.ts'
import { providerCommands } from '../../backend/commands/auth/providers.ts'
import { createSignIn } from '../../backend/commands/auth/sign-in.ts'
import type { Database } from '../../backend/database/connect.ts'
import { personalFields } from '../../backend/domain/index.ts'
import { createCodec } from '../../backend/eventlog/codec.ts'
import { decrypt, encrypt } from '../../backend/eventlog/encryption/aes-gcm.ts'
import { createMemorySubjectKeys } from '../../backend/eventlog/encryption/subject-keys-memory.ts'
import { createHandle } from '../../backend/eventlog/handle.ts'
import { createMemoryLog } from '../../backend/eventlog/memory.ts'
import { upcasters } from '../../backend/eventlog/upcasters.ts'
import { commandContext } from '../../backend/http/command-context.ts'
import { httpFoundation } from '../../backend/http/foundation.ts'
import { createAccounts } from '../../backend/identity/accounts.ts'
import { createIdentities } from '../../backend/identity/identities.ts'
import { createOneTimeTokens } from '../../backend/identity/one-time-tokens.ts'
import { createOwnSessions } from '../../backend/identity/own-sessions.ts'
import { createPasswords } from '../../backend/identity/passwords.ts'
import { createProviderFlows } from '../../backend/identity/provider-flows.ts'
import type { FacebookSettings, GoogleSettings } from '../../backend/identity/providers.ts'
import { createSecondFactors } from '../../backend/identity/second-factors.ts'
import { createSessions } from '../../backend/identity/sessions.ts'
import { createSignInChallenges } from '../../backend/identity/sign-in-challenges.ts'
import { createSignIns } from '../../backend/identity/sign-ins.ts'
import { createTestDatabase } from './database.ts'
import { recordMail, type SentMail } from './sent-account-mail.ts'

export const origin = 'https://campaign.example'
export const ada = { email: 'ada@example.org', password: 'engine no. 9', firstName: 'Ada', lastName: 'Byron' }

/** Argon2id at a cost that tests can afford. */
export const cheap = { memory: 64, passes: 1, parallelism: 1 }

export type Options = {
  isProduction?: boolean
  rateLimits?: 'on' | 'off'
  passwords?: Parameters<typeof createPasswords>[0]
  google?: GoogleSettings
  facebook?: FacebookSettings
  /** Clock of second factor codes; milliseconds since 1970. */
  now?: () => number
  /** Replaces parts, for example with ones that fail midway. */
  wrap?(tools: AuthTools): AuthTools
}

export type AuthApp = AuthTools & {
  app: FastifyInstance
  database: Database
  /** Every mail sent, oldest first. */
  sent: SentMail[]
  post(url: string, body?: object, options?: InjectOptions): Promise<Answer>
  status(cookie?: string): Promise<Answer>
  eventTypes(): Promise<string[]>
}

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

/** The sign-in routes on the real foundation and a real PostgreSQL, with the log in memory. */
export async function createAuthApp({
  isProduction = false,
  rateLimits = 'off',
  passwords,
  google,
  facebook,
  now = Date.now,
  wrap,
}: Options = {}) {
  const database = await createTestDatabase()
  const log = createMemoryLog()
  const subjects = createMemorySubjectKeys()
  const codec = createCodec({ keys: subjects, personalFields, upcasters })
  const sessions = createSessions({ database, isProduction })
  const accountMail = recordMail()
  let lastId = 0
  const tools: AuthTools = {
    handle: createHandle({ log, codec }),
    log,
    subjects,
    nextId: async () => ++lastId,
    context: commandContext,
    waitForProjection: async () => {},
    accounts: createAccounts(database),
    passwords: createPasswords({ cost: cheap, ...passwords }),
    sessions,
    ownSessions: createOwnSessions(database),
    tokens: createOneTimeTokens({ database, key: new Uint8Array(32).fill(7) }),
    userRow: async () => null,
    signIns: createSignIns(database),
    secondFactors: createSecondFactors({
      database,
      box: {
        seal: (plain, context) => encrypt(new Uint8Array(32).fill(8), plain, context),
        open: (sealed, context) => decrypt(new Uint8Array(32).fill(8), sealed, context),
      },
      recoveryKey: new Uint8Array(32).fill(9),
      now,
    }),
    challenges: createSignInChallenges({ database, isProduction }),
    siteName: 'Campaign',
    accountMail,
  }
  const app = fastify()
  onTestFinished(async () => app.close())
  await app.register(httpFoundation, {
    database,
    production: isProduction,
    origin: [origin],
    rateLimits,
    rateLimitKey: new Uint8Array(32),
    sessionCookie: sessions.cookieName,
    personOf: sessions.personOf,
    readiness: async () => ({ ready: true, checks: {} }),
  })
  sessions.register(app)
  const wrapped = wrap ? wrap(tools) : tools
  const signInFlow = createSignIn(wrapped)
  authCommands(app, wrapped, signInFlow)
  const providers = {
    identities: createIdentities(database),
    providerFlows: createProviderFlows(database),
    google: google ?? null,
    facebook: facebook ?? null,
    isProduction,
    publicUrl: () => origin,
  }
  await app.register(providerCommands, { tools: { ...wrapped, ...providers }, signInFlow })

  const auth: AuthApp = {
    ...tools,
    app,
    database,
    sent: accountMail.sent,
    post: (url, body, { headers, ...options } = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/auth/${url}`,
        ...(body && { payload: body }),
        headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID(), ...headers },
        ...options,
      }),
    status: (cookie) => app.inject({ url: '/api/auth/status', headers: cookie === undefined ? {} : { cookie } }),
    eventTypes: async () => (await log.readAll(null, 1000)).map(({ type }) => type),
  }
  return auth
}

/** `name=value` of the session cookie in the response. */
export function sessionOf(answer: Answer): string {
  const cookie = answer.cookies.find(({ name }) => name.endsWith('session'))
  if (!cookie) throw new Error('The response starts no session.')
  return `${cookie.name}=${cookie.value}`
}

export const withCookie = (cookie: string) => ({ headers: { cookie } })
