import { createHmac, hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isSafe } from './origin.ts'
import { HttpProblem } from './problem.ts'

/** A request that may be sent more than once. */
export type IdempotencyKey = {
  /** The client's Idempotency-Key; never stored. */
  key: string
  /** SHA-256 (hex) of route and key: names the command and the stored answer. */
  commandId: string
  /** HMAC-SHA-256 (hex) of the request with the client's key; '' until the body is read. */
  fingerprint: string
  /** The log recognized the command: the response is that of the first time. */
  isRepeated?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: IdempotencyKey | null
  }
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/** The key, if the request has one; 400 if it is malformed. */
export function readIdempotencyKey(request: FastifyRequest): IdempotencyKey | null {
  const { method, headers } = request
  const key = headers['idempotency-key']
  if (key === undefined || isSafe(method)) return null
  if (typeof key !== 'string' || !visibleAscii.test(key))
    throw new HttpProblem(400, 'The Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return idempotencyKey(request, key)
}

/** The meaning of a key for the route of this request. */
export function idempotencyKey({ method, routeOptions }: FastifyRequest, key: string): IdempotencyKey {
  const commandId = hash('sha256', `${method} ${routeOptions.url}\n${key}`)
  return { key, commandId, fingerprint: '' }
}

/** The same JSON value always gives the same text, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return hash('sha256', value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`
}

// Keyed, because it stays in the log forever: a plain hash of a short form could be guessed after its person was
// erased.
export function fingerprintOf({ method, url, person, body }: FastifyRequest, key: string): string {
  const caller = person?.apiKeyId === undefined ? (person?.id ?? 'visitor') : `API key ${person.apiKeyId}`
  const content = [method, url, caller, canonical(body)].join('\n')
  return createHmac('sha256', key).update(content).digest('hex')
}
