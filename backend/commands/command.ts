import type { FastifyRequest } from 'fastify'
import type { AdminEndorsement } from '../../contract/endorsements.ts'
import type { AdminPrayer } from '../../contract/prayers.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { CommandContext, Handle } from '../eventlog/handle.ts'
import type { SubjectKeys } from '../eventlog/subject-keys.ts'

export type Sequence = 'prayer' | 'endorsement' | 'email_signup' | 'user'

/** What commands need from the rest; app.ts puts it together. */
export type CommandTools = {
  handle: Handle
  subjects: SubjectKeys
  /** The next integer id: unique, rising, with gaps. */
  nextId(sequence: Sequence): Promise<number>
  /** Who asks, when, and under which Idempotency-Key. */
  context(request: FastifyRequest): CommandContext
  /** Waits until the read model shows this position, at most 1 s; says the position in a header if it does not. */
  caughtUp(position: Position | null, request: FastifyRequest): Promise<void>
  /** Rows for the answers, from the read model. */
  rows: {
    prayer(id: number): Promise<AdminPrayer | null>
    endorsement(id: number): Promise<AdminEndorsement | null>
    subjectOf(topic: string, id: number): Promise<string | null>
  }
}
