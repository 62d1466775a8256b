import type { FastifyRequest } from 'fastify'
import { accessDenialStream, accessDenials } from '../domain/accounts/access-denials.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { commandContext } from '../kernel/http/command-context.ts'

const maxKnown = 10_000

/**
 * Records that a signed-in person requested something that only administrators may do. This process remembers today’s
 * records, so that repeated attempts cost nothing.
 */
export function createDenialRecorder({ handle }: { handle: Handle }): (request: FastifyRequest) => Promise<void> {
  const known = new Set<string>()
  return async (request) => {
    const { person, method, routeOptions } = request
    if (!person) return
    const context = commandContext(request)
    const day = context.at.slice(0, 10)
    const route = `${method} ${routeOptions.url ?? ''}`
    const stream = accessDenialStream(person, day)
    const key = `${stream} ${route}`
    if (known.has(key)) return
    if (known.size >= maxKnown) known.clear()
    known.add(key)
    const command = { type: 'RefuseAccess', data: { userId: person.id, route } } as const
    try {
      await handle(accessDenials, stream, command, context)
    } catch (error) {
      known.delete(key)
      request.log.warn({ err: error }, 'A denied attempt could not be recorded.')
    }
  }
}
