import { randomUUID } from 'node:crypto'
import type { Actor, Recorded } from './metadata.ts'

/** Everything about a command except the command itself: its actor, its time, and the key that makes it repeatable. */
export type CommandContext = {
  /** ISO 8601, milliseconds, UTC: the time of every event of this command. */
  at: string
  actor: Actor
  /** The IP address of an acting admin; not stored with the events. */
  ip?: string
  /** The rights that an acting admin used. */
  rights?: readonly string[]
  requestId: string
  correlationId: string
  causationId?: string
  /** Event ids are derived from it, so that repeating the same id appends once. */
  commandId: string
  /**
   * Keyed hash of route, actor and body (http/idempotency-key.ts); the same commandId with another fingerprint is
   * rejected.
   */
  fingerprint?: string
}

/** The server acts in its own name: on a schedule, from a tool, or because of the event `cause`. */
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

/** An operator at the command line acts in the name of the server. */
export const commandLineContext = (options: { at?: Date } = {}): CommandContext => ({
  ...systemContext(options),
  actor: { kind: 'system', tool: 'admin' },
})
