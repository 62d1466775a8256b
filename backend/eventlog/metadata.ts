import type { Fact } from '../domain/decider.ts'
import type { Position } from './event-log.ts'

export type Actor =
  | { kind: 'visitor' }
  | { kind: 'user'; id: number }
  | { kind: 'admin'; id: number }
  | { kind: 'system' }

/** Kept in the clear beside each event; nothing personal but the address of an acting admin. */
export type EventMetadata = {
  /** ISO 8601, milliseconds, UTC. */
  at: string
  actor: Actor
  /** Admins' actions only. */
  ip?: string
  requestId: string
  correlationId: string
  causationId?: string
  /** The command's type, such as ApprovePrayer. */
  command: string
  schemaVersion: number
  /** Keyed hash of what was asked for (the key is the client's), so that the same Idempotency-Key with another body is noticed. */
  fingerprint?: string
}

/** An event as read back: decrypted (or with its stand-ins once the person is erased) and upcast. */
export type Recorded<Event extends Fact = Fact> = Event & {
  id: string
  stream: string
  revision: number
  position: Position
  metadata: EventMetadata
}
