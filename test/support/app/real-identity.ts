import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { applyAccount } from '../../../backend/commands/auth/rights.ts'
import type { AuthTools } from '../../../backend/commands/auth/tools.ts'
import type { Core } from '../../../backend/core.ts'
import { userStream, users } from '../../../backend/domain/accounts/users.ts'
import type { createPasswords } from '../../../backend/identity/passwords.ts'
import type { FacebookSettings, GoogleSettings } from '../../../backend/identity/providers.ts'
import type { Database } from '../../../backend/kernel/database/connect.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'
import { createMemorySubjectKeys } from '../../../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createMemoryLog } from '../../../backend/kernel/eventlog/memory.ts'
import { createProjectedDatabase } from '../database/database.ts'
import { recordMail, type SentMail } from '../mail/sent-account-mail.ts'
import { allProjected } from './all-projected.ts'
import { cheap, countedIds, startProduct } from './product.ts'

export const origin = 'https://campaign.example'
export const ada = { email: 'ada@example.org', password: 'engine no. 9', firstName: 'Ada', lastName: 'Byron' }

/** With a password that admins may use. */
export const chief = { ...ada, password: 'a long engine no. 9' }

export type AccountsOptions = {
  isProduction?: boolean
  rateLimits?: 'on' | 'off'
  /** Zero bits of a proof of work. */
  formProofBits?: number
  passwords?: Parameters<typeof createPasswords>[0]
  google?: GoogleSettings | null
  facebook?: FacebookSettings | null
  /** Clock of second factor codes; milliseconds since 1970. */
  now?: () => number
  /** Replaces parts, for example with ones that fail midway. */
  wrap?(tools: AuthTools): AuthTools
}

export type RealIdentityOptions = AccountsOptions & { identity: 'real'; http?: 'inject'; log?: 'memory' }

export type AccountsApp = Core & {
  app: FastifyInstance
  database: Database
  /** Every mail sent, oldest first. */
  sent: SentMail[]
  post(url: string, body?: object, options?: InjectOptions): Promise<Answer>
  status(cookie?: string): Promise<Answer>
  /** The person opened a link in their inbox. */
  prove(userId: number): Promise<void>
  eventTypes(): Promise<string[]>
  allProjected(): Promise<void>
}

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

/** The product with its log in memory, cheap passwords, and account mails that are recorded instead of sent. */
export async function withRealIdentity({
  isProduction = false,
  rateLimits = 'off',
  formProofBits = 18,
  passwords,
  google = null,
  facebook = null,
  now,
  wrap = (tools) => tools,
}: RealIdentityOptions): Promise<AccountsApp> {
  const database = await createProjectedDatabase()
  const accountMail = recordMail()
  const { http, core, reached } = await startProduct({
    identity: 'real',
    log: 'postgres',
    database,
    env: { RATE_LIMITS: rateLimits, FORM_PROOF_BITS: String(formProofBits) },
    settings: { isProduction, isHttps: isProduction, publicUrl: origin, google, facebook },
    overrides: {
      log: createMemoryLog(),
      subjects: createMemorySubjectKeys(),
      nextId: countedIds(),
      passwords: { cost: cheap, ...passwords },
      now,
      signIn: (real) => ({ ...real, ...wrap({ ...real, accountMail, siteName: 'Campaign' }) }),
    },
  })
  return {
    ...core,
    app: http,
    database,
    sent: accountMail.sent,
    post: (url, body, { headers, ...options } = {}) =>
      http.inject({
        method: 'POST',
        url: `/api/auth/${url}`,
        ...(body && { payload: body }),
        headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID(), ...headers },
        ...options,
      }),
    status: (cookie) => http.inject({ url: '/api/auth/status', headers: cookie === undefined ? {} : { cookie } }),
    async prove(userId) {
      await core.handle(users, userStream(userId), { type: 'VerifyUserEmail', data: { userId } }, systemContext())
      await applyAccount(core, userId)
    },
    allProjected: () => allProjected({ core, reached }),
    eventTypes: async () => (await core.log.readAll(null, 1000)).map(({ type }) => type),
  }
}

/** `name=value` of the session cookie in the response. */
export function sessionOf(answer: Answer): string {
  const cookie = answer.cookies.find(({ name }) => name.endsWith('session'))
  if (!cookie) throw new Error('The response starts no session.')
  return `${cookie.name}=${cookie.value}`
}

export const withCookie = (cookie: string) => ({ headers: { cookie } })
