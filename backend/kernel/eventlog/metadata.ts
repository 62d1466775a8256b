import type { Fact } from './decider.ts'
import type { Position } from './event-log.ts'

export type Actor =
  | { kind: 'visitor' }
  | { kind: 'user'; id: number }
  /** `apiKeyId`: a program with this key. The person who issued the key answers for it. */
  | { kind: 'admin'; id: number; apiKeyId?: number }
  /** `tool`: an operator at the command line (`npm run admin`). */
  | { kind: 'system'; tool?: 'admin' }

/** Stored in plain text with each event; nothing personal. */
export type EventMetadata = {
  /** ISO 8601, milliseconds, UTC. */
  at: string
  actor: Actor
  /**
   * The IP address of an acting admin, in events of earlier versions; since then it is in app.admin_addresses, where it
   * expires.
   */
  ip?: string
  /** The rights under which staff did it; absent for everyone else, at the command line, and in events of earlier versions. */
  rights?: readonly string[]
  requestId: string
  correlationId: string
  causationId?: string
  /** The command's type, such as ApprovePrayer. */
  command: string
  schemaVersion: number
  /**
   * Keyed hash of the request (the key is the client’s), so that the same Idempotency-Key with another body is
   * detected.
   */
  fingerprint?: string
}

/** An event as read: decrypted (or redacted once the person is erased) and upcast. */
export type Recorded<Event extends Fact = Fact> = Event & {
  id: string
  stream: string
  revision: number
  position: Position
  metadata: EventMetadata
}
