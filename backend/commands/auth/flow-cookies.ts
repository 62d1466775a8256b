import { createHash } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The names that the OAuth client uses; browsers never see them. */
export const clientCookies = { state: 'oauth2-state', verifier: 'oauth2-verifier' } as const

/** Maximum number of concurrent sign-ins of one browser at a provider. */
const maxFlows = 8

/**
 * The cookies of a sign-in with a provider: one per attempt, so that two tabs can sign in at once. Its name is a hash
 * of the state, its value the PKCE verifier, which only the starting browser has.
 */
export function createFlowCookies(options: CookieSerializeOptions) {
  const prefix = `${options.secure ? '__Host-' : ''}oauth2-flow-`
  const nameFor = (state: string) => prefix + createHash('sha256').update(state).digest('base64url').slice(0, 22)

  return {
    /** The client’s reply when leaving: what it would store under its two names becomes one cookie of ours. */
    leaving(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const open = Object.keys(request.cookies).filter((name) => name.startsWith(prefix))
      if (open.length >= maxFlows) for (const name of open) reply.clearCookie(name, options)
      let state = ''
      const setCookie = (name: string, value: string) => {
        if (name === clientCookies.state) state = value
        else reply.setCookie(nameFor(state), value, options)
        return reply
      }
      return new Proxy(reply, { get: (target, key) => (key === 'setCookie' ? setCookie : Reflect.get(target, key)) })
    },
    /** Gives the client the cookie of the returning attempt, if this browser has it, and clears it. */
    returning(request: FastifyRequest, reply: FastifyReply, state: string | undefined): FastifyReply {
      const verifier = state === undefined ? undefined : request.cookies[nameFor(state)]
      if (state !== undefined && verifier !== undefined) reply.clearCookie(nameFor(state), options)
      request.cookies[clientCookies.state] = verifier === undefined ? undefined : state
      request.cookies[clientCookies.verifier] = verifier
      const clearCookie = () => reply
      return new Proxy(reply, {
        get: (target, key) => (key === 'clearCookie' ? clearCookie : Reflect.get(target, key)),
      })
    },
  }
}
