import { LogUnavailable, type RecordedEvent, StreamDeleted } from '../event-log.ts'
import { timeOf } from '../moments.ts'
import type { LogIdentity, LogIdentityStore } from './log-identity-store.ts'

/** Recognizes the log behind an address. */
export type LogIdentityCheck = {
  /** Changes with every lost connection. */
  readonly connection: number
  /** Resolves while the server is known to hold our log. Throws LogUnavailable. */
  recognized(): Promise<void>
  /** The connection was lost, so the next server to answer has to be recognized again. */
  lost(): void
  /** The log holds this event. It is kept if it is the first one of the log. */
  holds(event: RecordedEvent): Promise<void>
}

/**
 * After a reconnection, another server may answer at the same address: an empty one, or one with another log. So one
 * event of our log is kept in PostgreSQL, and read again before anything else.
 */
export function createLogIdentityCheck({
  identityStore,
  readEvent,
  readFirst,
  replaced,
  used,
  onAlarm,
}: {
  identityStore: LogIdentityStore
  readEvent(identity: LogIdentity): Promise<RecordedEvent | undefined>
  readFirst(): Promise<RecordedEvent | undefined>
  /** The advice when the server holds another log. */
  replaced: string
  /** The advice when the log is older than the database. */
  used: string
  onAlarm: (sentence: string) => void
}): LogIdentityCheck {
  let connection = 0
  let known: LogIdentity | null = null
  let checking: Promise<void> | null = null
  let isAlarmed = false
  /** The log has events, but the database has no table yet to keep one. */
  let isPending = false

  async function check(): Promise<void> {
    const kept = await identityStore.read()
    known = kept
    if (!kept) {
      const first = await readFirst()
      if (!first) return
      const time = timeOf(first)
      if (time !== null && (await identityStore.isYoungerThan(time))) throw new LogUnavailable(used)
      await keep(first)
      return
    }
    if (await isStillThere(kept)) {
      isAlarmed = false
      return
    }
    if (!isAlarmed) onAlarm(replaced)
    isAlarmed = true
    throw new LogUnavailable(replaced)
  }

  async function isStillThere(kept: LogIdentity): Promise<boolean> {
    try {
      return (await readEvent(kept))?.id === kept.id
    } catch (error) {
      // Only our own log had the stream.
      if (error instanceof StreamDeleted) return true
      throw error
    }
  }

  async function keep({ stream, revision, id }: RecordedEvent): Promise<void> {
    await identityStore.keep({ stream, revision, id })
    known = await identityStore.read()
    isPending = known === null
  }

  return {
    get connection() {
      return connection
    },
    recognized() {
      if (checking && !isPending) return checking
      isPending = false
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
