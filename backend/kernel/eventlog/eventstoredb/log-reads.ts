import {
  BACKWARDS,
  END,
  FORWARDS,
  type ReadPosition,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { deletedStreamType, type Position, type RecordedEvent, StreamDeleted } from '../event-log.ts'
import { createAllReader, type Page, type ReadPage } from './all-reader.ts'
import type { Asking } from './asking.ts'
import { positionOf, recorded } from './event-texts.ts'
import { parsePosition } from './format.ts'
import { buffered, readToEnd, requiresLeader } from './recorded-events.ts'
import type { StreamNames } from './stream-names.ts'

/** Reads that skip the check of the log’s identity. `onEvent` sees every event of $all. */
export function createLogReads(asking: Asking, names: StreamNames, onEvent: (event: ResolvedEvent) => void) {
  async function ofStream(stream: string, from = 0, maxCount = Number.MAX_SAFE_INTEGER): Promise<RecordedEvent[]> {
    const name = names.onServer(stream)
    const options = { fromRevision: BigInt(from), maxCount, requiresLeader }
    return asking(async ({ client, givenUp }, progress) => {
      const found: RecordedEvent[] = []
      try {
        await readToEnd<ResolvedEvent>(
          client.readStream(name, options, buffered),
          (event) => {
            const own = recorded(event, names)
            if (own !== null) found.push(own)
          },
          progress,
          givenUp,
        )
        return found
      } catch (error) {
        if (error instanceof StreamNotFoundError) return []
        if (error instanceof StreamDeletedError) throw new StreamDeleted(stream)
        throw error
      }
    })
  }

  /** The end of a deleted stream has no revision to read it by. */
  async function first(): Promise<RecordedEvent | undefined> {
    const { readAfter } = createAllReader(page)
    for (let after: Position | null = null; ; ) {
      const [event]: RecordedEvent[] = await readAfter(after, 1)
      if (event?.type !== deletedStreamType) return event
      after = event.position
    }
  }

  /** One page of $all. */
  async function page(...[direction, from, maxCount]: Parameters<ReadPage>): Promise<Page> {
    const edge = direction === 'forwards' ? START : END
    const fromPosition: ReadPosition = from === null ? edge : parsePosition(from)
    const options = {
      fromPosition,
      maxCount,
      requiresLeader,
      direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
    } as const
    return asking(async ({ client, givenUp }, progress) => {
      const own: RecordedEvent[] = []
      let last: ResolvedEvent | null = null
      const count = await readToEnd<ResolvedEvent>(
        client.readAll(options, buffered),
        (event) => {
          onEvent(event)
          const ours = recorded(event, names)
          if (ours !== null) own.push(ours)
          last = event
        },
        progress,
        givenUp,
      )
      return { own, last: last && positionOf(last), count }
    })
  }

  return { ofStream, first, page }
}
