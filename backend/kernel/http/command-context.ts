import { hash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { CommandContext } from '../eventlog/command-context.ts'
import type { Actor } from '../eventlog/metadata.ts'
import type { Person } from './route.ts'
import { isStaff } from './staff-policy.ts'

/**
 * The actor of the command, its time, and the key that makes it repeatable. The IP address and the rights are kept only for
 * actions of staff.
 */
export function commandContext(request: FastifyRequest): CommandContext {
  const { id, ip, person, usedRights, idempotency } = request
  const isOfStaff = isStaff(request)
  return {
    at: new Date().toISOString(),
    actor: actorOf(person, isOfStaff),
    ...(isOfStaff && { ip, ...(usedRights && { rights: usedRights }) }),
    requestId: id,
    correlationId: id,
    commandId: idempotency?.commandId ?? randomUUID(),
    ...(idempotency && { fingerprint: idempotency.fingerprint }),
  }
}

function actorOf(person: Person | null, isOfStaff: boolean): Actor {
  if (person === null) return { kind: 'visitor' }
  const { id, apiKeyId } = person
  return isOfStaff ? { kind: 'admin', id, ...(apiKeyId !== undefined && { apiKeyId }) } : { kind: 'user', id }
}

/** A UUID for a new stream; a repeated request gets the same one. */
export function repeatableId({ idempotency }: FastifyRequest, purpose: string): string {
  if (!idempotency) return randomUUID()
  const hex = hash('sha256', `${purpose}\n${idempotency.commandId}`)
  // Version 8 of RFC 9562: custom bits.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
