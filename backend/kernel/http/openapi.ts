import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { logPosition } from '../../../records/http/log-position.ts'
import { problem } from '../../../records/http/problem.ts'
import { fileKinds } from './body.ts'
import { isSafe } from './origin.ts'
import type { Guard } from './route.ts'
import { isForStaff, type Policy, rightsIn, type StaffPolicy } from './staff-policy.ts'

/** The parts of OpenAPI 3.1 that this server uses. */
export type JsonSchema = { [keyword: string]: unknown }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Answer = { description: string; content?: { [type: string]: { schema: JsonSchema } } } | { $ref: string }
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-policy': 'public' | 'user' | 'staff'
  'x-needs'?: StaffPolicy
  security: ({ session: string[] } | { apiKey: string[] })[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { [type: string]: { schema: JsonSchema } } }
  responses: { [status: string]: Answer }
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: { [path: string]: { [method: string]: Operation } }
  components: { schemas: { Problem: JsonSchema }; responses: { [name: string]: Answer }; securitySchemes: object }
}

const problems: Record<string, string> = {
  400: 'The request is not valid; `errors` names each field.',
  401: 'Not signed in, or with an API key that does not work.',
  403: 'Not allowed, or sent from another site.',
  404: 'Not found.',
  409: 'Conflicts with the current state.',
  413: 'The body is larger than 256 KB (files: 5 MB).',
  415: 'The body is not JSON, or not a file of an accepted type.',
  422: 'The content was rejected, or the Idempotency-Key was used for another request.',
  429: 'Too many requests; Retry-After says when to try again. A form may be sent at once with a proof of work: `X-Proof-Of-Work: token number`, where SHA-256 of `token:number` begins with as many zero bits as the `challenge` of the answer says.',
  503: 'Temporarily unavailable; Retry-After says when to try again.',
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Within 24 hours, a repeated request with the same key takes effect once and returns the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
}

const pageUser: Parameter = {
  name: 'Page-User',
  in: 'header',
  required: false,
  description:
    'The id of the user on whose page this was entered: 409 with the code `another-user` if another one is signed in.',
  schema: { type: 'string' },
}

const asOf: Parameter = {
  name: 'As-Of',
  in: 'header',
  required: false,
  description:
    'The position of an event: answers what the log knew then. Ask `/api/admin/as-of` first, which prepares it; 409 until then.',
  schema: jsonSchema(logPosition, 'input'),
}

/** As clients send it (`input`) or as the server responds (`output`). */
function jsonSchema(schema: unknown, io: 'input' | 'output'): JsonSchema {
  if (!(schema instanceof z.ZodType)) return {}
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

function parameters(schema: unknown, where: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = z
    .object({ properties: z.record(z.string(), z.record(z.string(), z.unknown())), required: z.array(z.string()) })
    .partial()
    .parse(jsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function answers(response: unknown): Operation['responses'] {
  const schemas = typeof response === 'object' && response !== null ? Object.entries(response) : [['200', undefined]]
  return Object.fromEntries(
    schemas.map(([status, schema]): [string, Answer] => {
      if (schema instanceof z.ZodUndefined) return [String(status), { description: 'Success; no body.' }]
      const content = { 'application/json': { schema: jsonSchema(schema, 'output') } }
      return [String(status), { description: 'Success.', ...(schema !== undefined && { content }) }]
    }),
  )
}

function problemsOf(
  method: string,
  { policy, rateLimit, hasPast }: Partial<Guard>,
  hasParams: boolean,
): Operation['responses'] {
  const isUnsafe = !isSafe(method)
  const statuses = [
    '400',
    ...(policy === 'public' ? [] : ['401']),
    ...(isUnsafe || isForStaff(policy) ? ['403'] : []),
    ...(hasParams ? ['404'] : []),
    ...(isUnsafe ? ['409', '413', '415', '422'] : hasPast === true ? ['409'] : []),
    ...(rateLimit || isForStaff(policy) ? ['429'] : []),
    '503',
  ]
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]))
}

/** '/api/admin/prayers/:id' → '/api/admin/prayers'. */
const topicOf = (url: string) =>
  url
    .replace(/\.\w+$/, '')
    .split('/')
    .filter((segment) => !segment.startsWith(':'))
    .slice(0, url.startsWith('/api/admin/') ? 4 : 3)
    .join('/')

/** '/api/admin/prayers' → 'admin-prayers'; programs that write clients name a class after it. */
const tagOf = (topic: string) => topic.split('/').slice(2).join('-')

function callers(policy: Policy): string {
  if (policy === 'public') return 'Anyone may call it.'
  if (policy === 'user') return 'Requires sign-in.'
  const rights = rightsIn(policy)
  if ('rightBy' in policy) return `For staff with the right to what \`${policy.rightBy}\` names: ${rights.join(', ')}.`
  return `For staff with the ${rights.length > 1 ? 'rights' : 'right'} ${rights.join(' and ')}.`
}

/** Who may call a route, and what limits that. */
function conditions({ policy, needsProof, rateLimit, takesFile }: Partial<Guard> & Pick<Guard, 'policy'>): string {
  const proof = 'a proof of identity from the last ten minutes.'
  const sentences = [
    callers(policy),
    needsProof !== undefined && (needsProof === true ? `Requires ${proof}` : `Some bodies require ${proof}`),
    rateLimit !== undefined &&
      ('form' in rateLimit
        ? `Counts against the limit of the form ${rateLimit.form}.`
        : `Counts against the limit ${rateLimit.kind} of the caller's address.`),
    takesFile !== undefined && 'The body is a file.',
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

const operationId = (method: string, url: string) =>
  method.toLowerCase() +
  url
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function operation(method: string, { url, schema = {}, config = {} }: RouteOptions): Operation {
  const { policy } = config
  if (policy === undefined) throw new Error(`Route ${method} ${url} does not declare who may call it.`)
  const { summary } = z.object({ summary: z.string().default('') }).parse({ ...schema })
  return {
    operationId: operationId(method, url),
    summary,
    description: conditions({ ...config, policy }),
    tags: [tagOf(topicOf(url))],
    'x-policy': isForStaff(policy) ? 'staff' : policy,
    ...(isForStaff(policy) && { 'x-needs': policy }),
    security: [...(policy === 'public' ? [] : [{ session: [] }]), ...(isForStaff(policy) ? [{ apiKey: [] }] : [])],
    parameters: [
      ...parameters(schema.params, 'path'),
      ...parameters(schema.querystring, 'query'),
      ...(isSafe(method) ? [] : [idempotencyKey, pageUser]),
      ...(config.hasPast === true ? [asOf] : []),
    ],
    ...(schema.body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(schema.body, 'input') } } },
    }),
    ...(config.takesFile && {
      requestBody: {
        required: true,
        content: Object.fromEntries(fileKinds[config.takesFile].types.map((type) => [type, { schema: {} }])),
      },
    }),
    responses: { ...answers(schema.response), ...problemsOf(method, config, schema.params !== undefined) },
  }
}

/** The whole API, from the registered routes: what is served is what is documented. `title`: of its page; `server`: an address, or '/'. */
export function describeApi(
  routes: readonly RouteOptions[],
  { title, sessionCookie, server }: { title: string; sessionCookie: string; server: string },
): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD') paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, route) }
    }
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Responses are JSON. Every error is a Problem. Unsafe requests must come from our own pages or carry no cookie. A row with `notShown` is not complete: it names the fields that are blank or missing.',
    },
    servers: [{ url: server }],
    tags: [...new Set(routes.map(({ url }) => topicOf(url)))]
      .sort()
      .map((topic) => ({ name: tagOf(topic), description: `Everything at ${topic}.` })),
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [status, { description, content }]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key that an admin issued for a program.' },
      },
    },
  }
}
