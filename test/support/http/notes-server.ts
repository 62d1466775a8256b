import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../backend/kernel/database/connect.ts'
import type { CommandContext } from '../../../backend/kernel/eventlog/command-context.ts'
import { DomainError } from '../../../backend/kernel/eventlog/decider.ts'
import { decrypt, encrypt } from '../../../backend/kernel/eventlog/encryption/aes-gcm.ts'
import { commandContext } from '../../../backend/kernel/http/command-context.ts'
import type { FormLimits } from '../../../backend/kernel/http/form-limits.ts'
import { type HttpFoundation, httpFoundation } from '../../../backend/kernel/http/foundation.ts'
import { type Person, route } from '../../../backend/kernel/http/route.ts'
import { fastifyOptions } from '../../../backend/kernel/http/server-options.ts'
import type { Tracing } from '../../../backend/kernel/http/tracing.ts'
import { idParams, noContent, nullableEmail, pageQuery, requiredText } from '../../../contract/fields.ts'
import { accountBudgets, addressBudgets } from '../../../contract/request-budgets.ts'
import { formNames } from '../../../contract/topic-words.ts'
import { endpoint } from '../../../records/http/endpoint.ts'

/** Enough for tests to reach. */
export const fiveFree: FormLimits = {
  free: Object.fromEntries(formNames.map((form) => [form, 5])),
  bits: 8,
}

const note = z.object({ id: z.int(), title: z.string() })

export const submitNote = endpoint('POST', '/api/notes', {
  summary: 'Submit a note.',
  schema: {
    body: z.strictObject({ title: requiredText(100), email: nullableEmail }),
    response: { 201: note },
  },
})

const listNotes = endpoint('GET', '/api/notes', {
  summary: 'All notes.',
  schema: { querystring: pageQuery, response: { 200: z.array(note) } },
})
const readNote = endpoint('GET', '/api/notes/:id', {
  summary: 'One note.',
  schema: { params: idParams, response: { 200: note } },
})
const changeNote = endpoint('PUT', '/api/notes/:id', {
  summary: 'Change a note.',
  schema: { params: idParams, body: z.strictObject({ title: requiredText(100) }), response: { 200: note } },
})
const deleteNote = endpoint('DELETE', '/api/admin/notes/:id', {
  summary: 'Delete a note.',
  schema: { params: idParams, response: { 204: noContent } },
})
const approveNote = endpoint('POST', '/api/admin/notes/:id/approve', {
  summary: 'Approve a note.',
  schema: { params: idParams, response: { 200: note } },
})
const signIn = endpoint('POST', '/api/session', {
  summary: 'Sign in.',
  schema: { body: z.strictObject({ email: z.string() }), response: { 200: z.object({ count: z.int() }) } },
})
const keepAnything = endpoint('POST', '/api/anything', {
  summary: 'Any JSON object.',
  schema: { body: z.record(z.string(), z.unknown()), response: { 202: z.unknown() } },
})
const leak = endpoint('GET', '/api/leak', {
  summary: 'A response with an extra or invalid field.',
  schema: { querystring: z.strictObject({ fits: z.enum(['yes', 'no']) }), response: { 200: note } },
})

const proven = { isEmailVerified: true, isProven: true, secondFactorDue: null }
const people: Record<string, Person> = {
  admin: { id: 1, isAdmin: true, rights: new Set(['notes']), sessionId: 'a', ...proven },
  supporter: { id: 2, isAdmin: false, rights: new Set(), sessionId: 'b', ...proven },
}

export type NotesServer = {
  app: FastifyInstance
  /** Titles of the notes actually created. */
  made: string[]
  contexts: CommandContext[]
  /** Lines of the log. */
  log: string[]
  /** The error that the next call of /api/fails throws. */
  failWith(error: unknown): void
}

/** Not the product: the foundation of `backend/kernel/http` with a few routes about notes. `before` can add routes or hooks. */
export async function createNotesServer(
  database: Database,
  options: Partial<HttpFoundation> & {
    trustProxy?: string[]
    before?: (app: FastifyInstance) => void
    tracing?: Tracing
  } = {},
): Promise<NotesServer> {
  const log: string[] = []
  const made: string[] = []
  const contexts: CommandContext[] = []
  let failure: unknown
  const production = options.production ?? false
  const app = fastify(
    fastifyOptions({
      isHttps: production,
      trustProxy: options.trustProxy ?? [],
      logLevel: 'debug',
      logTo: { write: (line) => void log.push(line) },
    }),
  )
  onTestFinished(async () => app.close())
  await options.tracing?.register(app)
  await app.register(httpFoundation, {
    version: '1.2.3',
    apiPage: { title: 'Notes', colors: ':root{--text:#000}' },
    answerCipher: { encrypt, decrypt },
    database,
    production,
    isHttps: production,
    origin: [],
    rateLimits: 'off',
    forms: formNames,
    formLimits: fiveFree,
    rights: ['notes'],
    inboxOf: (address) => address,
    rateLimitKey: Buffer.alloc(32, 1),
    sessionCookie: 'session',
    personOf: async ({ cookies }: FastifyRequest) => people[cookies.session ?? ''] ?? null,
    readiness: async () => ({ ready: true, checks: { database: 'ok' } }),
    ...options,
  })
  options.before?.(app)
  const make = (title: string, request: FastifyRequest) => {
    contexts.push(commandContext(request))
    made.push(title)
    return { id: made.length, title }
  }
  route(app, submitNote, { policy: 'public', rateLimit: { form: 'prayers' } }, async ({ body, request }) =>
    make(body.title, request),
  )
  route(app, listNotes, { policy: 'public' }, async () => made.map((title, index) => ({ id: index + 1, title })))
  route(app, readNote, { policy: 'public' }, async ({ params }) => {
    const title = made[params.id - 1]
    if (title === undefined) throw new DomainError('not_found', 'Note not found.')
    return { id: params.id, title }
  })
  route(app, changeNote, { policy: 'user' }, async ({ params, body }) => ({ id: params.id, title: body.title }))
  route(app, deleteNote, { policy: { right: 'notes' } }, async ({ request }) => {
    make('deleted', request)
    return undefined
  })
  route(app, approveNote, { policy: { right: 'notes' } }, async ({ params, request }) => ({
    ...make('approved', request),
    id: params.id,
  }))
  route(
    app,
    signIn,
    { policy: 'public', rateLimit: addressBudgets.signIn, keepAnswer: false },
    async ({ body, request, reply }) => {
      await app.rateLimits.take(accountBudgets.signIn, body.email, request.ip)
      made.push(body.email)
      reply.setCookie('session', 'supporter')
      return { count: made.length }
    },
  )
  route(app, keepAnything, { policy: 'public' }, async ({ body }) => body)
  route(app, leak, { policy: 'public' }, async ({ query }) => {
    const row: { id: number; title: string } = { id: query.fits === 'yes' ? 1 : 0.5, title: 'A note' }
    return { ...row, passwordHash: 'secret-hash' }
  })
  app.get('/api/fails', { config: { policy: 'public' } }, async () => {
    throw failure
  })
  app.get('/about', { config: { policy: 'public' } }, async (_request, reply) =>
    reply.type('text/html').send('<p>Hi</p>'),
  )
  return {
    app,
    made,
    contexts,
    log,
    failWith(error) {
      failure = error
    },
  }
}

export const asAdmin = { cookie: 'session=admin', 'sec-fetch-site': 'same-origin' }
export const asSupporter = { cookie: 'session=supporter', 'sec-fetch-site': 'same-origin' }
