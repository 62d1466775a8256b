import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
} from '@grpc/grpc-js'
import {
  answerTo,
  type BatchAppendReq,
  type BatchAppendResp,
  checkpoint,
  features,
  messages,
  proposed,
  type ReadReq,
  type ReadResp,
  response,
  ServerFeaturesService,
  StreamsService,
  shared,
} from './eventstoredb-messages.ts'
import { createEventStore, type ExpectedRevision, type ProposedEvent, type StoredEvent } from './eventstoredb-store.ts'

const streamsService = 'event_store.client.streams.Streams'

export type EventStoreDbServer = {
  port: number
  /** What was asked so far; `ofAnyNode`: calls that a follower may answer from its older copy, without subscriptions. */
  calls: { reads: number; appends: number; ofAnyNode: number }
  /** The next append is written, but `cut` is called instead of responding. */
  loseNextAnswer(cut: () => void): void
  close(): void
}

/**
 * The part of EventStoreDB that the adapter uses, over real gRPC: BatchAppend, Read, GetSupportedMethods. Nothing is
 * persisted.
 */
export async function startEventStoreDbServer(): Promise<EventStoreDbServer> {
  const store = createEventStore()
  let cutInstead: (() => void) | null = null
  const calls = { reads: 0, appends: 0, ofAnyNode: 0 }
  const count = (kind: 'reads' | 'appends', metadata: Metadata) => {
    calls[kind]++
    if (metadata.get('requires-leader')[0] !== 'true') calls.ofAnyNode++
  }

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

      count('appends', call.metadata)
      underWay.delete(correlation)
      const answer = answerTo(append.expected, store.write(append.stream, append.expected, append.events))
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

  function read(call: ServerWritableStream<ReadReq, ReadResp>) {
    const options = call.request.getOptions()
    const stream = options?.getStream()
    if (!options) return call.end()
    if (options.hasSubscription()) return subscribe(call)
    count('reads', call.metadata)

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
    calls,
    loseNextAnswer(cut) {
      cutInstead = cut
    },
    close: () => server.forceShutdown(),
  }
}
