import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Position } from '../eventlog/event-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Position of this request's last event while the read model does not show it yet. */
    pendingPosition: Position | null
  }
}

/** Waits until the read model shows the events that a command appended; null when there were none. */
export type WaitForProjection = (position: Position | null, request: FastifyRequest) => Promise<void>

/**
 * `reached` times out after a moment: a header of the response then names the position that the client has to wait for.
 */
export function pendingPosition(
  app: FastifyInstance,
  reached: (position: Position) => Promise<boolean>,
): WaitForProjection {
  app.decorateRequest('pendingPosition', null)
  app.addHook('onSend', async (request, reply) => {
    if (request.pendingPosition !== null) reply.header('x-pending-position', request.pendingPosition)
  })
  return async (position, request) => {
    if (position !== null && !(await reached(position))) request.pendingPosition = position
  }
}
