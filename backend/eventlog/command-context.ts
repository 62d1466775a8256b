import { randomUUID } from 'node:crypto'
import type { Actor, Recorded } from './metadata.ts'

/** Everything about a command that is not the command: who, when, and under which key it may be repeated. */
export type CommandContext = {
  /** ISO 8601, milliseconds, UTC: the time of every event of this command. */
  at: string
  actor: Actor
  ip?: string
  requestId: string
  correlationId: string
  causationId?: string
  /** Event ids are derived from it: the same id asked twice appends once. */
  commandId: string
  /** Keyed hash over route, actor and body (http/idempotency-key.ts); the same commandId with another one is refused. */
  fingerprint?: string
}

/**
 * What the server does in its own name: by itself, or because of the event `cause`. Asked twice under one `commandId`,
 * it is one command.
 */
export const systemContext = ({
  commandId = randomUUID(),
  at = new Date(),
  cause,
}: {
  commandId?: string
  at?: Date
  cause?: Pick<Recorded, 'id' | 'metadata'>
} = {}): CommandContext => ({
  at: at.toISOString(),
  actor: { kind: 'system' },
  requestId: cause?.metadata.requestId ?? commandId,
  correlationId: cause?.metadata.correlationId ?? commandId,
  ...(cause && { causationId: cause.id }),
  commandId,
})
