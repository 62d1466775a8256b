import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { CommandTools } from '../../backend/commands/command.ts'
import { commands } from '../../backend/commands/index.ts'
import { createVariationServing } from '../../backend/commands/variation-serving.ts'
import type { Database } from '../../backend/database/connect.ts'
import { createModerationModelFiles } from '../../backend/database/moderation-model-files.ts'
import { isCrawler } from '../../backend/domain/bot-rules.ts'
import { personalFields } from '../../backend/domain/index.ts'
import { defaultThresholds } from '../../backend/domain/screening.ts'
import { userStream, users } from '../../backend/domain/users.ts'
import { createCodec } from '../../backend/eventlog/codec.ts'
import type { CommandContext } from '../../backend/eventlog/handle.ts'
import { createHandle } from '../../backend/eventlog/handle.ts'
import { createIds } from '../../backend/eventlog/ids.ts'
import type { Recorded } from '../../backend/eventlog/metadata.ts'
import { createPostgresLog } from '../../backend/eventlog/postgres.ts'
import { createSubjectKeys } from '../../backend/eventlog/subject-keys-postgres.ts'
import { upcasters } from '../../backend/eventlog/upcasters.ts'
import { commandContext } from '../../backend/http/command-context.ts'
import { httpFoundation } from '../../backend/http/foundation.ts'
import type { Person } from '../../backend/http/route.ts'
import { createRsvpTokens, type RsvpTokens } from '../../backend/identity/rsvp-tokens.ts'
import { createModelStore } from '../../backend/moderation/model-store.ts'
import { bringUpToDate } from '../../backend/projections/bring-up-to-date.ts'
import { createProjections } from '../../backend/projections/index.ts'
import { createProjector } from '../../backend/projections/projector.ts'
import { createReadYourWrites } from '../../backend/projections/read-your-writes.ts'
import { rebuild } from '../../backend/projections/rebuild.ts'
import { compareSchemas } from '../../backend/projections/schema.ts'
import { queries } from '../../backend/queries/index.ts'
import { pageVariationRows } from '../../backend/queries/page-variations.ts'
import { createRows } from '../../backend/queries/rows.ts'
import { createTraffic, type Traffic } from '../../backend/traffic/traffic.ts'
import { createTestDatabase } from './database.ts'
import { markedClassification } from './marked-classification.ts'
import { copyLive } from './projections.ts'

const people: Record<string, Person> = {
  admin: { id: 1, isAdmin: true, sessionId: 'a' },
  supporter: { id: 2, isAdmin: false, sessionId: 'b' },
  neighbor: { id: 3, isAdmin: false, sessionId: 'c' },
}

export type Caller = { as?: keyof typeof people; key?: string }
export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

export type TestApp = {
  database: Database
  tools: CommandTools
  /** For requests with headers of their own. */
  app: FastifyInstance
  traffic: Traffic
  /** The links of confirmation mails. */
  rsvpTokens: RsvpTokens
  /** Waits until the read model shows the event at this position. */
  reached(position: string): Promise<boolean>
  /** Subjects that the accounts know as active admins. */
  activeAdmins: Set<string>
  post(url: string, body?: object | string, caller?: Caller): Promise<Answer>
  /** As a browser without scripts sends a form; a list of pairs where a field has several values. */
  postForm(url: string, fields: Record<string, string> | [string, string][] | string, headers?: object): Promise<Answer>
  get(url: string, caller?: Caller): Promise<Answer>
  put(url: string, body: object, caller?: Caller): Promise<Answer>
  remove(url: string, caller?: Caller): Promise<Answer>
  /** The whole log, decrypted. */
  events(): Promise<Recorded[]>
  /** Rebuilds the read model; answers how many rows per table are not as they were. */
  rebuildDiffers(): Promise<{ [table: string]: number }>
  /** Ada is the admin of these tests, Ben the supporter, Cora the neighbor: their accounts, for names. */
  registerPeople(): Promise<void>
}

/** Features on the real foundation, log, projector and PostgreSQL; only who is signed in is said by a cookie. */
export async function createTestApp({
  rateLimits = 'off',
  ...patience
}: { rateLimits?: 'on' | 'off' } & Pick<CommandTools, 'trialPatience'> = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const { pool, knex } = database
  const log = createPostgresLog(pool)
  const subjects = createSubjectKeys({ pool, masterKey: randomBytes(32) })
  const codec = createCodec({ keys: subjects, personalFields, upcasters })
  const projections = createProjections(personalFields)
  const source = { log, decode: codec.decode, pool, projections }
  await bringUpToDate(source)
  const projector = createProjector(source)
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  projector.start()
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await Promise.all([pageVariations.background.close(), traffic.close()])
    readYourWrites.close()
    await projector.close()
    await log.close()
  })

  const activeAdmins = new Set<string>()
  const rsvpTokens = createRsvpTokens(randomBytes(32))
  const handle = createHandle({ log, codec })
  const pageVariations = createVariationServing({
    handle,
    rows: () => pageVariationRows(knex),
    key: randomBytes(32),
    isProduction: false,
  })
  const traffic = createTraffic({
    pool,
    trustProxy: [],
    isCrawler,
    cookies: { session: 'session', variation: pageVariations.cookie.name },
    onError: (error) => {
      throw error
    },
  })
  const store = createModelStore({ files: createModerationModelFiles(database) })
  const moderators = { ...store, defaultThresholds, hasOutside: false, outside: null, byModel: store.classify }
  const rows = createRows(knex, moderators)
  const tools: CommandTools = {
    handle,
    subjects,
    nextId: createIds(pool).next,
    context: commandContext,
    async caughtUp(position) {
      if (position !== null) await readYourWrites.waitFor(position, { timeoutMs: 10_000 })
    },
    rows,
    pageVariations,
    noteActivity: traffic.noteActivity,
    rsvpTokens,
    photos: null,
    requestEmailChange: async () => false,
    forgetMail: async () => {},
    async screen(text) {
      const { review, reject, digest } = await rows.screeningPolicy()
      const classification = digest === null ? markedClassification(text) : await store.classify(text, digest)
      return { classification, thresholds: { review, reject } }
    },
    moderators: {
      ...moderators,
      // Whoever is asked for what ships is asked for the one that goes by two words.
      byModel: async (text, digest) => (digest === null ? markedClassification(text) : store.classify(text, digest)),
    },
    ...patience,
    accounts: {
      isActiveAdmin: async (subject) => activeAdmins.has(subject),
      erase: async () => {},
    },
  }
  await app.register(httpFoundation, {
    database,
    production: false,
    origin: [],
    rateLimits,
    rateLimitKey: randomBytes(32),
    sessionCookie: 'session',
    personOf: async ({ cookies }) => people[cookies.session ?? ''] ?? null,
    readiness: async () => ({ ready: true, checks: {} }),
    // The site's own pages are looked at in a browser (test/e2e/plain-forms.spec.ts).
    formPage: async (path, posted) => ({
      html: Buffer.from(JSON.stringify({ path, posted })),
      csp: "default-src 'self'",
    }),
  })
  traffic.register(app)
  await app.register(commands, tools)
  await app.register(queries, { ...database, hasPhotos: false, moderators })

  async function allProjected() {
    const head = await log.head()
    if (head !== null) await readYourWrites.waitFor(head, { timeoutMs: 10_000 })
  }
  const headersOf = ({ as, key }: Caller) => ({
    'sec-fetch-site': 'same-origin',
    ...(as && { cookie: `session=${as}` }),
    ...(key && { 'idempotency-key': key }),
  })
  const system = (commandId: string): CommandContext => ({
    at: new Date().toISOString(),
    actor: { kind: 'system' },
    requestId: commandId,
    correlationId: commandId,
    commandId,
  })

  return {
    database,
    tools,
    app,
    traffic,
    rsvpTokens,
    reached: (position) => readYourWrites.waitFor(position, { timeoutMs: 10_000 }),
    activeAdmins,
    post: (url, body, caller = {}) =>
      app.inject({
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
      return app.inject({ method: 'POST', url, headers: given, payload: new URLSearchParams(fields).toString() })
    },
    get: (url, caller = {}) => app.inject({ url, headers: headersOf(caller) }),
    put: (url, body, caller = {}) =>
      app.inject({
        method: 'PUT',
        url,
        headers: { ...headersOf(caller), 'content-type': 'application/json' },
        payload: body,
      }),
    remove: (url, caller = {}) => app.inject({ method: 'DELETE', url, headers: headersOf(caller) }),
    events: async () => codec.decode(await log.readAll(null, 10_000)),
    async rebuildDiffers() {
      await allProjected()
      await copyLive(pool, 'before')
      await rebuild(source)
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
        const context = system(`register ${userId}`)
        await tools.handle(users, userStream(userId), { type: 'RegisterUser', data }, context)
      }
      await allProjected()
    },
  }
}
