import '@fastify/cookie'
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Page that a browser was shown. `visitorId` is random; outside the cookie only its keyed hash is used. */
export type Visitor = {
  visitorId: string
  /** Seconds since 1970; the cookie's lifetime starts here and is not extended. */
  since: number
  variationId: string
  /** The latest view. */
  viewId: string
  /** The first view of this variation: conversions are credited to it. */
  firstViewId: string
}

export type VariationCookie = {
  name: string
  newVisitorId(): string
  /** Null when the cookie is missing, expired or altered. */
  read(request: FastifyRequest): Visitor | null
  write(reply: FastifyReply, visitor: Visitor): void
  /** The visitor’s name in the log. */
  keyOf(visitorId: string): string
  /** An id for one view that proves, without a lookup, that we served this variation. */
  newViewId(variationId: string): string
  isSigned(viewId: string, variationId: string): boolean
}

const life = 30 * 24 * 3600 // seconds
const now = () => Math.floor(Date.now() / 1000)

/** One signed, first-party cookie that scripts cannot read; `key`: 32 bytes, the same in every process. */
export function createVariationCookie({ key, isHttps }: { key: Buffer; isHttps: boolean }): VariationCookie {
  const name = isHttps ? '__Host-variation' : 'variation'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  // Preparing the key once saves four fifths of the time per signature.
  const secret = createSecretKey(key)
  const mac = (purpose: string, text: string, bytes: number) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest().subarray(0, bytes).toString('base64url')
  const isEqual = (given: string, made: string) =>
    given.length === made.length && timingSafeEqual(Buffer.from(given), Buffer.from(made))
  const viewMac = (nonce: string, variationId: string, bytes: number) => mac('view', `${nonce} ${variationId}`, bytes)

  return {
    name,
    newVisitorId: () => randomBytes(16).toString('base64url'),
    read({ cookies }) {
      const [, text = '', signature = ''] = /^(.{1,200})\.([\w-]{22})$/.exec(cookies[name] ?? '') ?? []
      if (!isEqual(signature, mac('cookie', text, 16))) return null
      // Older cookies name the latest view only.
      const [visitorId = '', since = '', variationId = '', viewId = '', firstViewId = viewId] = text.split('.')
      const writtenAt = Number.parseInt(since, 36)
      if (writtenAt + life <= now()) return null
      // If the clock was set back, the 30 days start now, so that no cookie lives longer.
      return { visitorId, since: Math.min(writtenAt, now()), variationId, viewId, firstViewId }
    },
    write(reply, { visitorId, since, variationId, viewId, firstViewId }) {
      const text = [visitorId, since.toString(36), variationId, viewId, firstViewId].join('.')
      reply.setCookie(name, `${text}.${mac('cookie', text, 16)}`, { ...options, maxAge: since + life - now() })
    },
    keyOf: (visitorId) => mac('visitor', visitorId, 12),
    newViewId(variationId) {
      const nonce = randomBytes(9).toString('base64url')
      return nonce + viewMac(nonce, variationId, 6)
    },
    isSigned(viewId, variationId) {
      // Ids of older releases have 32 characters, half of them the signature.
      const [length, bytes] = viewId.length === 32 ? [16, 12] : [12, 6]
      return isEqual(viewId.slice(length), viewMac(viewId.slice(0, length), variationId, bytes))
    },
  }
}
