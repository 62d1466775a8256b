import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Position } from '../eventlog/event-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Position of this request's last event while the read model does not show it yet. */
    pendingPosition: Position | null
  }
}

/** Waits until the read model shows what a command appended; null when that was nothing. */
export type WaitForProjection = (position: Position | null, request: FastifyRequest) => Promise<void>

/** `reached` gives up after a moment: the answer then says in a header for which position its reader has to wait. */
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
