import { setTimeout as delay } from 'node:timers/promises'
import { START, streamNameFilter } from '@eventstore/db-client'
import type { Position, RecordedEvent } from '../event-log.ts'
import { olderCopy } from './asking.ts'
import type { Connection } from './connection.ts'
import { allRecorded } from './event-texts.ts'
import { parsePosition } from './format.ts'
import type { LogIdentityCheck } from './log-identity.ts'
import { batchesOf, buffered, requiresLeader } from './recorded-events.ts'
import { isConnectionLoss, isUnknownPosition, reconnectAfter } from './retry.ts'
import type { StreamNames } from './stream-names.ts'

type Parts = { connection: Connection; names: StreamNames; identityCheck: LogIdentityCheck }

/** Our events after a position as they come, over as many connections as it takes. */
export async function* subscribeToEvents(
  { connection, names, identityCheck }: Parts,
  after: Position | null,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[]> {
  let cursor = after
  while (!signal.aborted) {
    const fromPosition = cursor === null ? START : parsePosition(cursor)
    const filter = streamNameFilter({ regex: names.pattern })
    const { client, givenUp } = connection.present
    const subscription = client.subscribeToAll({ fromPosition, filter, requiresLeader }, buffered)
    let recognized = Promise.resolve()
    const stop = () => {
      subscription.unsubscribe().catch(() => {})
      subscription.destroy()
    }
    // A new connection may lead to another server: nothing is returned before its log is recognized.
    subscription.once('confirmation', () => {
      identityCheck.lost()
      recognized = identityCheck.recognized()
      recognized.catch(stop)
    })
    const ended = AbortSignal.any([signal, givenUp])
    ended.addEventListener('abort', stop)
    try {
      for await (const batch of batchesOf(subscription)) {
        await recognized
        const own = allRecorded(batch, names)
        if (own.length > 0) yield own
        cursor = own.at(-1)?.position ?? cursor
      }
      await recognized
    } catch (error) {
      if (isUnknownPosition(error)) throw olderCopy(error)
      if (!ended.aborted && !isConnectionLoss(error)) throw error
    } finally {
      ended.removeEventListener('abort', stop)
      stop()
      identityCheck.lost()
    }
    await delay(reconnectAfter, undefined, { signal }).catch(() => {})
  }
}
