import { createRequire } from 'node:module'
import { Server, ServerCredentials, type ServerDuplexStream, type ServerWritableStream } from '@grpc/grpc-js'
import { createEventStore, type ExpectedRevision, type ProposedEvent, type StoredEvent } from './eventstoredb-store.ts'

// The service definitions that the client ships: CommonJS made by protoc, typed beside it.
const require = createRequire(import.meta.url)
const generated = '@eventstore/db-client/generated'
const messages: typeof import('@eventstore/db-client/generated/streams_pb.js') = require(`${generated}/streams_pb.js`)
const shared: typeof import('@eventstore/db-client/generated/shared_pb.js') = require(`${generated}/shared_pb.js`)
const status: typeof import('@eventstore/db-client/generated/status_pb.js') = require(`${generated}/status_pb.js`)
const features: typeof import('@eventstore/db-client/generated/serverfeatures_pb.js') = require(
  `${generated}/serverfeatures_pb.js`,
)
const { StreamsService }: typeof import('@eventstore/db-client/generated/streams_grpc_pb.js') = require(
  `${generated}/streams_grpc_pb.js`,
)
const { ServerFeaturesService }: typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js') = require(
  `${generated}/serverfeatures_grpc_pb.js`,
)
const {
  Any,
}: typeof import('google-protobuf/google/protobuf/any_pb.js') = require('google-protobuf/google/protobuf/any_pb.js')

import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'

type ReadReq = InstanceType<typeof messages.ReadReq>
type ReadResp = InstanceType<typeof messages.ReadResp>
type BatchAppendReq = InstanceType<typeof messages.BatchAppendReq>
type BatchAppendResp = InstanceType<typeof messages.BatchAppendResp>

const streamsService = 'event_store.client.streams.Streams'

export type EventStoreDbServer = {
  port: number
  /** The next append is written, but `cut` is called instead of an answer. */
  loseNextAnswer(cut: () => void): void
  close(): void
}

/** As much of EventStoreDB as the adapter uses, over real gRPC: BatchAppend, Read, GetSupportedMethods. Nothing is kept. */
export async function startEventStoreDbServer(): Promise<EventStoreDbServer> {
  const store = createEventStore()
  let cutInstead: (() => void) | null = null

  function batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) {
    const underWay = new Map<string, { stream: string; expected: ExpectedRevision; events: ProposedEvent[] }>()
    call.on('data', (request: BatchAppendReq) => {
      const correlation = request.getCorrelationId()?.getString() ?? ''
      const options = request.getOptions()
      const append = underWay.get(correlation) ?? {
        stream: Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? '').toString(),
        expected: options?.hasAny()
          ? 'any'
          : options?.hasNoStream()
            ? 'no-stream'
            : Number(options?.getStreamPosition()),
        events: [],
      }
      underWay.set(correlation, append)
      append.events.push(...request.getProposedMessagesList().map(proposed))
      if (!request.getIsFinal()) return

      underWay.delete(correlation)
      const answer = judged(append)
      if (cutInstead) {
        cutInstead()
        cutInstead = null
        return
      }
      const name =
        options?.getStreamIdentifier() ?? new shared.StreamIdentifier().setStreamName(Buffer.from(append.stream))
      call.write(answer.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(name))
    })
    call.on('end', () => call.end())
  }

  function judged(append: { stream: string; expected: ExpectedRevision; events: ProposedEvent[] }): BatchAppendResp {
    const written = store.write(append.stream, append.expected, append.events)
    if (written.outcome === 'wrong expected version') {
      const wrong = new shared.WrongExpectedVersion()
      if (written.revision >= 0) wrong.setCurrentStreamRevision(String(written.revision))
      if (typeof append.expected === 'number') wrong.setExpectedStreamPosition(String(append.expected))
      const details = new Any()
      details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion')
      return new messages.BatchAppendResp().setError(
        new status.Status().setMessage('wrong version').setDetails(details),
      )
    }
    const success = new messages.BatchAppendResp.Success().setCurrentRevision(String(written.revision))
    if (written.outcome === 'written') {
      const position = new shared.AllStreamPosition()
        .setCommitPosition(String(written.position))
        .setPreparePosition(String(written.position))
      success.setPosition(position)
    }
    return new messages.BatchAppendResp().setSuccess(success)
  }

  function read(call: ServerWritableStream<ReadReq, ReadResp>) {
    const options = call.request.getOptions()
    const stream = options?.getStream()
    if (!options) return call.end()
    if (options.hasSubscription()) return subscribe(call)

    const isBackwards = options.getReadDirection() === messages.ReadReq.Options.ReadDirection.BACKWARDS
    let events: readonly StoredEvent[] = store.all
    if (stream) {
      const identifier = stream.getStreamIdentifier()
      const known = store.readStream(Buffer.from(identifier?.getStreamName_asU8() ?? '').toString())
      if (!known) {
        const missing = new messages.ReadResp.StreamNotFound().setStreamIdentifier(identifier)
        call.write(new messages.ReadResp().setStreamNotFound(missing))
        return call.end()
      }
      events = known.slice(stream.hasRevision() ? Number(stream.getRevision()) : 0)
    } else if (options.getAll()?.hasPosition()) {
      const from = Number(options.getAll()?.getPosition()?.getCommitPosition())
      events = events.filter(({ position }) => position >= from)
    }
    const asked = isBackwards ? events.toReversed() : events
    for (const event of asked.slice(0, Number(options.getCount()))) call.write(response(event))
    call.end()
  }

  function subscribe(call: ServerWritableStream<ReadReq, ReadResp>) {
    const options = call.request.getOptions()
    const regex = new RegExp(options?.getFilter()?.getStreamIdentifier()?.getRegex() ?? '')
    const from = options?.getAll()?.getPosition()?.getCommitPosition()
    let next = from === undefined ? 0 : store.all.findIndex(({ position }) => position === Number(from)) + 1
    const send = () => {
      for (; next < store.all.length; next++) {
        const event = store.all[next]
        if (event && regex.test(event.stream)) call.write(response(event))
        else if (event) call.write(checkpoint(event))
      }
    }
    const confirmation = new messages.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
    call.write(new messages.ReadResp().setConfirmation(confirmation))
    send()
    call.write(new messages.ReadResp().setCaughtUp(new messages.ReadResp.CaughtUp()))
    const stop = store.onWrite(send)
    call.on('cancelled', stop)
    call.on('close', stop)
  }

  const server = new Server({ 'grpc.max_receive_message_length': -1 })
  const unsupported = () => {
    throw new Error('Not needed by the adapter.')
  }
  server.addService(StreamsService, {
    read,
    batchAppend,
    append: unsupported,
    delete: unsupported,
    tombstone: unsupported,
  })
  server.addService(ServerFeaturesService, {
    getSupportedMethods(_call, answer) {
      const supported = new features.SupportedMethods().setEventStoreServerVersion('24.10.0')
      const method = new features.SupportedMethod().setServiceName(streamsService).setMethodName('batchappend')
      answer(null, supported.setMethodsList([method]))
    },
  } satisfies IServerFeaturesServer)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    port,
    loseNextAnswer(cut) {
      cutInstead = cut
    },
    close: () => server.forceShutdown(),
  }
}

function proposed(message: InstanceType<typeof messages.BatchAppendReq.ProposedMessage>): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

function response(event: StoredEvent): ReadResp {
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '0')
  const read = new messages.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position))
  return new messages.ReadResp().setEvent(read)
}

function checkpoint({ position }: StoredEvent): ReadResp {
  const passed = new messages.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
  return new messages.ReadResp().setCheckpoint(passed)
}
