import { Transform } from 'node:stream'
import type { RecordedEvent } from '../event-log.ts'
import { isRecorded } from './raw-reads.ts'

const progressEvery = 100 // events

/** Reads to the end: the client never lets go of a read that is left early. `progress` is called now and then. */
export async function readToEnd(reading: object, progress: () => void): Promise<RecordedEvent[]> {
  const read: RecordedEvent[] = []
  const events = insteadOfParsed(reading, (event) => {
    if (read.length % progressEvery === 0) progress()
    read.push(event)
    return null
  })
  for await (const _ of events);
  return read
}

/** What arrives together, together. */
export async function* batchesOf(subscription: object): AsyncGenerator<RecordedEvent[]> {
  const events = insteadOfParsed(subscription, (event) => event)
  for await (const first of events) {
    const batch: RecordedEvent[] = [first]
    for (let next = events.read(); next !== null; next = events.read()) batch.push(next)
    yield batch
  }
}

/**
 * Version 6.2 of the client would parse the JSON of every event, only for us to write it out again, and hand the events over
 * one by one. So they are taken as they arrive (raw-reads.ts); the stream then delivers what `take` returns, if anything.
 */
function insteadOfParsed(stream: object, take: (event: RecordedEvent) => RecordedEvent | null): Transform {
  if (!(stream instanceof Transform)) throw new TypeError('This version of the client reads in another way.')
  const passOn = stream._transform
  stream._transform = (message, encoding, next) => {
    if (isRecorded(message)) next(null, take(message))
    else passOn.call(stream, message, encoding, next)
  }
  return stream
}
