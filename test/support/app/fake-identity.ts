import type { FastifyInstance } from 'fastify'
import type { App, Overrides } from '../../../backend/app.ts'
import { userStream, users } from '../../../backend/domain/accounts/users.ts'
import { eventsIn } from '../../../backend/event-schemas/page-view-blocks.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'
import type { Recorded } from '../../../backend/kernel/eventlog/metadata.ts'
import { rebuild } from '../../../backend/kernel/projector/rebuild.ts'
import { compareSchemas } from '../../../backend/kernel/projector/schema.ts'
import type { RsvpTokens } from '../../../backend/mail/tokens/rsvp-tokens.ts'
import type { Moderators } from '../../../backend/moderation/moderators.ts'
import { screeningPolicy } from '../../../backend/read-model/moderation-policy.ts'
import type { DomainEvent } from '../../../backend/topics/index.ts'
import { createProjectedDatabase } from '../database/database.ts'
import { copyLive } from '../database/projections.ts'
import type { ProductLog, StartedLog } from '../log/product-logs.ts'
import { markedClassification } from '../moderation/marked-classification.ts'
import { allProjected } from './all-projected.ts'
import { countedIds, startProduct } from './product.ts'

const proven = { isEmailVerified: true, isProven: true, secondFactorDue: null }
const people: Record<string, NonNullable<Awaited<ReturnType<NonNullable<Overrides['personOf']>>>>> = {
  admin: { id: 1, isAdmin: true, sessionId: 'a', ...proven },
  supporter: { id: 2, isAdmin: false, sessionId: 'b', ...proven },
  /** Cora, where a second admin is needed. */
  deputy: { id: 3, isAdmin: true, sessionId: 'd', ...proven },
  /** Ben, where he drafts mail. */
  organizer: { id: 2, isAdmin: false, roles: [{ role: 'organizer', eventId: null }], sessionId: 'f', ...proven },
  analyst: { id: 4, isAdmin: false, roles: [{ role: 'analyst', eventId: null }], sessionId: 'e', ...proven },
  neighbor: { id: 3, isAdmin: false, sessionId: 'c', ...proven },
}

export type Caller = { as?: keyof typeof people; key?: string }
export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

export type TestApp = Pick<
  App,
  | 'core'
  | 'database'
  | 'sealer'
  | 'traffic'
  | 'moderators'
  | 'pageVariations'
  | 'viewBlocks'
  | 'emailCampaignSending'
  | 'readBounces'
  | 'sendDue'
  | 'trackedLinks'
  | 'clickRecording'
  | 'sendWelcomeMails'
  | 'evolving'
  | 'projector'
  | 'registry'
  | 'past'
> & {
  /** For requests with custom headers. */
  app: FastifyInstance
  /** The tokens in confirmation mails. */
  rsvpTokens: RsvpTokens
  /** Waits until the read model shows the event at this position. */
  reached(position: string): Promise<boolean>
  post(url: string, body?: object | string, caller?: Caller): Promise<Answer>
  /** Submits a form like a browser without scripts; a list of pairs where a field has several values. */
  postForm(url: string, fields: Record<string, string> | [string, string][] | string, headers?: object): Promise<Answer>
  get(url: string, caller?: Caller): Promise<Answer>
  put(url: string, body: object, caller?: Caller): Promise<Answer>
  remove(url: string, caller?: Caller): Promise<Answer>
  /** The whole log, decrypted, without denied attempts. */
  events(): Promise<Recorded[]>
  denials(): Promise<Recorded[]>
  /** Rebuilds the read model; returns the number of differing rows per table. */
  rebuildDiffers(): Promise<{ [table: string]: number }>
  /** Creates accounts, for their names: Ada is the admin of these tests, Ben the supporter, Cora the neighbor. */
  registerPeople(): Promise<void>
}

export type FakeIdentityOptions = {
  identity?: 'fake'
  http?: 'inject'
  log?: ProductLog | StartedLog
  rateLimits?: 'on' | 'off'
  env?: Record<string, string>
} & Pick<Overrides, 'projectionTimeout' | 'trialTimeout' | 'fileLimits' | 'sending' | 'mailer' | 'populationClock'>

/**
 * The product itself, except that a cookie names the signed-in person and that the bundled moderator is replaced by one
 * that looks for two words.
 */
export async function withFakeIdentity({
  log: productLog = 'postgres',
  rateLimits = 'off',
  projectionTimeout = 10_000,
  trialTimeout,
  fileLimits,
  sending,
  mailer,
  populationClock,
  env = {},
}: FakeIdentityOptions): Promise<TestApp> {
  const database = await createProjectedDatabase()
  const { pool, knex } = database
  const marked = (real: Moderators): Moderators => ({
    ...real,
    async screen(text) {
      const { review, reject, digest } = await screeningPolicy(knex, real.defaultThresholds)
      if (digest !== null) return real.screen(text)
      return { classification: markedClassification(text), thresholds: { review, reject } }
    },
    byModel: async (text, digest) => (digest === null ? markedClassification(text) : real.byModel(text, digest)),
  })
  const product = await startProduct({
    identity: 'real',
    log: productLog,
    database,
    env: { RATE_LIMITS: rateLimits, FORM_LIMIT: '5', FORM_PROOF_BITS: '8', PHOTOS: 'off', ...env },
    overrides: {
      nextId: countedIds(),
      personOf: async ({ cookies }) => people[cookies.session ?? ''] ?? null,
      moderators: marked,
      // Callers of these tests may have no account.
      holds: (real) => async (actor, right) => (await core.accounts.byId(actor.id)) === null || real(actor, right),
      trialTimeout,
      fileLimits,
      sending,
      mailer,
      populationClock,
      projectionTimeout,
      // The pages of the site are tested in a browser (test/e2e/plain-forms.spec.ts).
      formPage: async (path, posted) => ({
        html: Buffer.from(JSON.stringify({ path, posted })),
        csp: "default-src 'self'",
      }),
    },
  })
  const { http, core } = product
  const { log, decode, handle, subjects, accounts } = core

  /** Views in blocks stand as events of their own. */
  const wholeLog = async () => {
    const recorded = await decode<DomainEvent>(await log.readAll(null, 10_000))
    return recorded.flatMap((event): Recorded[] => (event.type === 'PageViewsRecorded' ? eventsIn(event) : [event]))
  }
  const headersOf = ({ as, key }: Caller) => ({
    'sec-fetch-site': 'same-origin',
    ...(as && { cookie: `session=${as}` }),
    ...(key && { 'idempotency-key': key }),
  })

  return {
    ...product,
    app: http,
    rsvpTokens: core.rsvpTokens,
    post: (url, body, caller = {}) =>
      http.inject({
        method: 'POST',
        url,
        headers: { ...headersOf(caller), 'content-type': 'application/json' },
        ...(body !== undefined && { payload: body }),
      }),
    postForm(url, fields, headers = {}) {
      const all = {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      return http.inject({ method: 'POST', url, headers: given, payload: new URLSearchParams(fields).toString() })
    },
    get: (url, caller = {}) => http.inject({ url, headers: headersOf(caller) }),
    put: (url, body, caller = {}) =>
      http.inject({
        method: 'PUT',
        url,
        headers: { ...headersOf(caller), 'content-type': 'application/json' },
        payload: body,
      }),
    remove: (url, caller = {}) => http.inject({ method: 'DELETE', url, headers: headersOf(caller) }),
    events: async () => (await wholeLog()).filter(({ type }) => type !== 'AccessRefused'),
    denials: async () => (await wholeLog()).filter(({ type }) => type === 'AccessRefused'),
    async rebuildDiffers() {
      await allProjected(product)
      await copyLive(pool, 'before')
      await rebuild({ ...core, pool })
      return compareSchemas(pool, 'read', 'before')
    },
    async registerPeople() {
      for (const [userId, firstName, lastName] of [
        [1, 'Ada', 'Byron'],
        [2, 'Ben', 'Babbage'],
        [3, 'Cora', 'Clark'],
      ] as const) {
        const email = `${firstName.toLowerCase()}@example.org`
        const subject = await subjects.forEmail(email)
        const data = { userId, subject, email, firstName, lastName }
        const context = systemContext({ commandId: `register ${userId}` })
        await handle(users, userStream(userId), { type: 'RegisterUser', data }, context)
        const emailHash = subjects.emailHash(email)
        await accounts.restore({ userId, subject, email, emailHash, createdAt: context.at })
      }
      await accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
      await allProjected(product)
    },
  }
}
