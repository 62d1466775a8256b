import { LogUnavailable, type RecordedEvent } from '../event-log.ts'
import type { Landmark, Landmarks } from './landmarks.ts'

/** Recognizes the log behind an address. */
export type Recognition = {
  /** Changes with every lost connection. */
  readonly connection: number
  /** Resolves while the server is known to hold our log. Throws LogUnavailable. */
  recognized(): Promise<void>
  /** The connection was lost: whichever server answers next has to be recognized again. */
  lost(): void
  /** The log holds this event. Kept if it is the first one of the log. */
  holds(event: RecordedEvent): Promise<void>
}

/**
 * Another server may answer at the same address after a reconnection: an empty one, or one with another log. So one event
 * that the log is known to hold is kept in PostgreSQL, and read again before anything else.
 */
export function createRecognition({
  landmarks,
  readEvent,
  readFirst,
  replaced,
  onAlarm,
}: {
  landmarks: Landmarks
  readEvent(landmark: Landmark): Promise<RecordedEvent | undefined>
  /** The first event of the log. */
  readFirst(): Promise<RecordedEvent | undefined>
  /** What to say when the server holds another log. */
  replaced: string
  onAlarm: (sentence: string) => void
}): Recognition {
  let connection = 0
  let known: Landmark | null = null
  let checking: Promise<void> | null = null
  let isAlarmed = false

  async function check(): Promise<void> {
    const kept = await landmarks.read()
    known = kept
    if (!kept) {
      const first = await readFirst()
      if (first) await keep(first)
      return
    }
    const found = await readEvent(kept)
    if (found?.id === kept.id) {
      isAlarmed = false
      return
    }
    if (!isAlarmed) onAlarm(replaced)
    isAlarmed = true
    throw new LogUnavailable(replaced)
  }

  async function keep({ stream, revision, id }: RecordedEvent): Promise<void> {
    await landmarks.keep({ stream, revision, id })
    known = await landmarks.read()
  }

  return {
    get connection() {
      return connection
    },
    recognized() {
      if (checking) return checking
      const current = check()
      checking = current
      current.catch(() => {
        if (checking === current) checking = null
      })
      return current
    },
    lost() {
      connection++
      checking = null
    },
    async holds(event) {
      if (!known) await keep(event)
    },
  }
}
