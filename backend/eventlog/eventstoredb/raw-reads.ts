import type { EventStoreDBClient } from '@eventstore/db-client'
import type { RecordedEvent } from '../event-log.ts'
import { formatPosition } from './format.ts'
import { internalsOf, messages, type StreamsClient, StreamsService } from './protocol.ts'
import { WireFields } from './wire-format.ts'

/** An event as it came. A class, so that it is told from the other messages of a read. */
class Recorded implements RecordedEvent {
  id = ''
  type = ''
  data = ''
  metadata = ''
  stream = ''
  revision = 0
  position = ''
}

export const isRecorded = (message: unknown): message is RecordedEvent => message instanceof Recorded

/**
 * Makes reads and subscriptions of the client take events from the bytes of their messages: the generated classes, with an
 * object for each part of a message, take as long as all the rest of a read.
 */
export function readRaw(client: EventStoreDBClient): void {
  const internals = internalsOf(client)
  const { GRPCStreamCreator: create } = internals
  internals.GRPCStreamCreator = (service, name, open, kept) =>
    create(service, name, (connected) => open(withRawReads(connected)), kept)
}

type Service = InstanceType<typeof StreamsClient>

function withRawReads(service: Service): Service {
  const { path, requestSerialize } = StreamsService.read
  type Arguments = Required<Parameters<Service['read']>>
  const read = (...[request, metadata, options]: Arguments) =>
    service.makeServerStreamRequest(path, requestSerialize, received, request, metadata, options)
  return Object.create(service, { read: { value: read } })
}

/** An event, or any other message of a read. */
export function received(bytes: Buffer): RecordedEvent | InstanceType<typeof messages.ReadResp> {
  return eventIn(bytes) ?? messages.ReadResp.deserializeBinary(bytes)
}

// The numbers are those of streams.proto and shared.proto.
function eventIn(bytes: Buffer): RecordedEvent | null {
  const response = new WireFields(bytes)
  if (!response.next() || response.field !== 1) return null
  const read = response.message()
  while (read.next()) if (read.field === 1) return recorded(read.message())
  return null
}

function recorded(fields: WireFields): RecordedEvent {
  const event = new Recorded()
  let [commit, prepare] = ['0', '0']
  while (fields.next())
    switch (fields.field) {
      case 1:
        event.id = textIn(fields.message(), 2)
        break
      case 2:
        event.stream = textIn(fields.message(), 3)
        break
      case 3:
        event.revision = Number(fields.unsigned())
        break
      case 4:
        prepare = fields.unsigned()
        break
      case 5:
        commit = fields.unsigned()
        break
      case 6:
        if (textIn(fields.message(), 1) === 'type') event.type = textIn(fields.message(), 2)
        break
      case 7:
        event.metadata = fields.text()
        break
      case 8:
        event.data = fields.text()
        break
    }
  event.position = formatPosition({ commit, prepare })
  return event
}

function textIn(fields: WireFields, field: number): string {
  while (fields.next()) if (fields.field === field) return fields.text()
  return ''
}
