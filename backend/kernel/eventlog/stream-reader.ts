import { createBatcher } from '../concurrency/batcher.ts'
import type { EventLog, RecordedEvent } from './event-log.ts'

/** Reads the streams of all commands of one moment in one query, where the store can. */
export function createStreamReader({
  readStream,
  readStreams,
}: Pick<EventLog, 'readStream' | 'readStreams'>): EventLog['readStream'] {
  if (!readStreams) return readStream
  return createBatcher<string, RecordedEvent[]>(async (streams) => {
    const read = Map.groupBy(await readStreams([...new Set(streams)]), ({ stream }) => stream)
    return streams.map((stream) => read.get(stream) ?? [])
  })
}
