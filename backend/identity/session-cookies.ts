import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type SessionCookies = {
  name: string
  /** The session id that the browser sent, null when there is none or it has not the shape of one of ours. */
  read(request: FastifyRequest): string | null
  /** Sent with every start and renewal; `seconds` is how long the session has to live. */
  write(reply: FastifyReply, sessionId: string, seconds: number): void
  clear(reply: FastifyReply): void
  /** Whether the browser believes to be signed in. */
  hasHint(request: FastifyRequest): boolean
  clearHint(reply: FastifyReply): void
}

/** Readable by scripts, so that a page knows whether to ask who is signed in: no secret and no right hangs on it. */
const hint = 'signed_in'

const sessionId = /^[\w-]{43}$/

/** `session`; in production `__Host-session`, which browsers take only over https, from this host, for all paths. */
export function createSessionCookies({ isProduction }: { isProduction: boolean }): SessionCookies {
  const name = isProduction ? '__Host-session' : 'session'
  const common = { path: '/', sameSite: 'lax', secure: isProduction } as const
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
