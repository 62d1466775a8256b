import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { AddressBudget } from '../../../records/http/budgets.ts'
import type { Endpoint } from '../../../records/http/endpoint.ts'
import { type FileKind, fileKinds } from './body.ts'
import type { ConsoleReads } from './console-reads.ts'
import { whileAllowed } from './file-right.ts'
import { type KeptBytes, sendKept } from './kept-bytes.ts'
import type { Policy, Rights, StaffPolicy } from './staff-policy.ts'

/**
 * The signed-in person, read from plain tables on every request; null for a visitor. `apiKeyId`: a program with this key, which
 * acts for its issuer with the rights of the key.
 */
export type Person = {
  id: number
  apiKeyId?: number
  isAdmin: boolean
  rights: Rights
  isEmailVerified: boolean
  /** Hash of the session id, for ending the session; never the cookie itself. */
  sessionId: string
  /** The person signed in or proved their identity within the last ten minutes. */
  isProven: boolean
  /** An admin who has to set up two-step sign-in: before anything else, or by the next sign-in. */
  secondFactorDue: 'soon' | 'now' | null
}

export type Guard = {
  policy: Policy
  /** Budget that a call counts against: a budget of each address, or the limit of a form that the server knows. */
  rateLimit?: AddressBudget | { form: string }
  /** Requires a proof of the last ten minutes: always, or when this function says so for the body. */
  needsProof?: true | ((body: unknown) => boolean)
  /**
   * `false`: the response is not stored for idempotent replay (sign-in: its cookie must not be replayed; a new item:
   * the log recognizes the repetition, and its event has the whole response).
   */
  keepAnswer?: boolean
  /** Accepts a file as its body (body.ts) instead of JSON; the handler checks its content. */
  takesFile?: FileKind
  /** Accepts any type; the handler gets the bytes as sent, for a signature. */
  takesRawBody?: boolean
  /** Staff may ask for it as of a past moment (as-of.ts); `opens it`: it prepares that. */
  hasPast?: true | 'opens it'
  /** A GET that records something or tells how far the reader’s own work is: the lists opened next have to show that. */
  tellsOwnWork?: boolean
}

/** For staff with this right, or all of these. */
export const staff = (right: string | readonly string[]) => ({ policy: { right } }) as const

/** The same with a recent proof: for actions that send to many, export people’s data, erase, grant or unlock. */
export const proven = (right: string | readonly string[]) => ({ ...staff(right), needsProof: true }) as const

declare module 'fastify' {
  interface FastifyInstance {
    /** The person whose session a request carries, or the program whose key, as of now. */
    personOf(request: FastifyRequest): Promise<Person | null>
  }
  interface FastifyRequest {
    person: Person | null
    /** The rights that the call takes, once it is allowed; null where it takes none. */
    usedRights: readonly string[] | null
  }
  interface FastifyContextConfig extends Partial<Guard> {}
  interface FastifySchema {
    /** One line for the API description. */
    summary?: string
  }
}

type Part<E extends Endpoint, K extends 'params' | 'querystring' | 'body'> = E['schema'][K] extends z.ZodType
  ? z.output<E['schema'][K]>
  : undefined

export type Call<E extends Endpoint> = {
  params: Part<E, 'params'>
  query: Part<E, 'querystring'>
  body: Part<E, 'body'>
  request: FastifyRequest
  reply: FastifyReply
}

/** Result of a handler; nothing where the response has no body. */
export type Success<E extends Endpoint> = {
  [S in keyof E['schema']['response']]: E['schema']['response'][S] extends z.ZodUndefined
    ? // biome-ignore lint/suspicious/noConfusingVoidType: the return type of a handler
      void
    : E['schema']['response'][S] extends z.ZodType
      ? z.input<E['schema']['response'][S]>
      : never
}[keyof E['schema']['response']]

/** Dependencies of one feature plugin, or of all of them. */
export type ToolsOf<Feature> = [Feature] extends [(app: FastifyInstance, tools: infer Tools) => unknown] ? Tools : never

/**
 * Registers one endpoint of the contract: guard, parsing and handler. The response has the first status of the
 * endpoint.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  definition: E,
  guard: Guard,
  handler: (call: Call<E>) => Promise<Success<E>>,
): void {
  register(app, definition, guard, handler)
}

/** Registers an endpoint that responds with a file, sent while it is written (file-stream.ts). */
export function fileRoute<const E extends Endpoint>(
  app: FastifyInstance,
  definition: E,
  guard: Guard,
  handler: (call: Call<E>) => Promise<Readable>,
): void {
  register(app, definition, { ...guard, keepAnswer: false, tellsOwnWork: true }, async (call: Call<E>) =>
    whileAllowed(await handler(call), guard.policy, call.request),
  )
}

/** Registers a list of the console: a bare array, and the number of all rows that match in the header X-Total-Count. */
export function listRoute<const E extends Endpoint>(
  app: FastifyInstance,
  reads: ConsoleReads,
  definition: E,
  policy: StaffPolicy,
  read: (knex: Knex, call: Call<E> & { now: Date }) => Promise<{ items: Success<E>; total: number }>,
): void {
  register(app, definition, { policy, hasPast: true }, async (call: Call<E>) => {
    const { items, total } = await reads.list(call.request, ({ knex, now }) => read(knex, { ...call, now }))
    call.reply.header('x-total-count', total)
    return items
  })
}

/** Registers an endpoint that may also respond with cached bytes (kept-bytes.ts). */
export function keptRoute<const E extends Endpoint>(
  app: FastifyInstance,
  definition: E,
  guard: Guard,
  handler: (call: Call<E>) => Promise<{ rows: Success<E> } | { kept: KeptBytes }>,
): void {
  register(app, definition, guard, async (call: Call<E>) => {
    const answer = await handler(call)
    return 'kept' in answer ? sendKept(call.request, call.reply, answer.kept) : answer.rows
  })
}

/** Of endpoints that name none: unknown fields are refused here as everywhere. */
const noQuery = z.strictObject({})

/** Links that people pass on come with what other sites add, such as fbclid. */
const isStrict = ({ url }: Endpoint) => url.startsWith('/api/')

function register<const E extends Endpoint>(
  app: FastifyInstance,
  definition: E,
  guard: Guard,
  handler: (call: Call<E>) => Promise<unknown>,
): void {
  const [status = '200'] = Object.keys(definition.schema.response)
  app.route({
    method: definition.method,
    url: definition.url,
    config: guard,
    ...(guard.takesFile && { bodyLimit: fileKinds[guard.takesFile].limit }),
    schema: {
      summary: definition.summary,
      ...(isStrict(definition) && { querystring: noQuery }),
      ...definition.schema,
    },
    handler: async (request, reply) => {
      reply.code(Number(status))
      const call = { params: request.params, query: request.query, body: request.body, request, reply }
      return handler(call as Call<E>)
    },
  })
}
