import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { CommandContext } from '../eventlog/command-context.ts'

/**
 * Who sends the command, when, and the key that makes it repeatable. The IP address is kept only for actions of admins.
 */
export function commandContext({ id, ip, person, idempotency }: FastifyRequest): CommandContext {
  return {
    at: new Date().toISOString(),
    actor: person ? { kind: person.isAdmin ? 'admin' : 'user', id: person.id } : { kind: 'visitor' },
    ...(person?.isAdmin && { ip }),
    requestId: id,
    correlationId: id,
    commandId: idempotency?.commandId ?? randomUUID(),
    ...(idempotency && { fingerprint: idempotency.fingerprint }),
  }
}
