import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type SessionCookies = {
  name: string
  /** The session id sent by the browser; null when it is missing or malformed. */
  read(request: FastifyRequest): string | null
  /** Sent when a session starts or is renewed; `seconds` is its remaining lifetime. */
  write(reply: FastifyReply, sessionId: string, seconds: number): void
  clear(reply: FastifyReply): void
  /** True when the browser thinks it is signed in. */
  hasHint(request: FastifyRequest): boolean
  clearHint(reply: FastifyReply): void
}

const sessionId = /^[\w-]{43}$/

/**
 * `session` and `signed_in`; over https with `__Host-`, which browsers accept only over https, from this host, for all
 * paths. Scripts can read `signed_in`, so that a page knows whether to ask for the user. It is no secret and grants
 * nothing.
 */
export function createSessionCookies({ isHttps }: { isHttps: boolean }): SessionCookies {
  const prefix = isHttps ? '__Host-' : ''
  const [name, hint] = [`${prefix}session`, `${prefix}signed_in`]
  const common = { path: '/', sameSite: 'lax', secure: isHttps } as const
  const secret = { ...common, httpOnly: true }
  return {
    name,
    read({ cookies }) {
      const value = cookies[name]
      return value !== undefined && sessionId.test(value) ? value : null
    },
    write(reply, id, seconds) {
      reply.setCookie(name, id, { ...secret, maxAge: seconds }).setCookie(hint, '1', { ...common, maxAge: seconds })
    },
    clear(reply) {
      reply.clearCookie(name, secret).clearCookie(hint, common)
    },
    hasHint: ({ cookies }) => cookies[hint] !== undefined,
    clearHint: (reply) => void reply.clearCookie(hint, common),
  }
}
