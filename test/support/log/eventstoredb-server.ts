import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerWritableStream,
  type StatusObject,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import {
  type AppendReq,
  type AppendResp,
  answerTo,
  type BatchAppendReq,
  type BatchAppendResp,
  checkpoint,
  encodedResponse,
  features,
  GossipService,
  gossip,
  messages,
  ownAnswerTo,
  proposed,
  type ReadAnswer,
  type ReadReq,
  ServerFeaturesService,
  shared,
  streams,
} from './eventstoredb-messages.ts'
import {
  createEventStore,
  type EventStore,
  type ExpectedRevision,
  maxAppendSize,
  type ProposedEvent,
  type StoredEvent,
} from './eventstoredb-store.ts'

const streamsService = 'event_store.client.streams.Streams'

/** Number of times that the server was asked; `ofAnyNode`: calls that a follower may answer from its older copy. */
export type Calls = { reads: number; appends: number; subscriptions: number; ofAnyNode: number }

export type EventStoreDbServer = {
  port: number
  store: EventStore
  calls: Calls
  /** The next append is written, but `cut` is called instead of responding. */
  loseNextAnswer(cut: (call: { end(): void }) => void): void
  close(): void
}

/** One node of a cluster. */
export type Member = {
  port: number
  state: 'leader' | 'follower'
  isAlive: boolean
}

/** Knowledge of a node about its cluster; a single node leads. */
export type Place = {
  isLeader(): boolean
  /** null during an election. */
  leader(): Member | null
  members(): readonly Member[]
  /** Milliseconds by which a follower's copy is behind. */
  lag(): number
}

type Options = {
  store?: EventStore
  calls?: Calls
  place?: Place
  /** PEM; without it there is no TLS. */
  tls?: { key: string; certificate: string }
  /** `user:password`; the client only sends it over TLS. */
  credentials?: string
  /** `user:password` of a user who is not in the group $admins, and may not read $all. */
  reader?: string
  port?: number
}

/** The client takes it for an unknown error. */
const invalidPosition = { code: status.UNKNOWN, details: 'Unexpected ReadAllResult: InvalidPosition' }

const alone: Place = { isLeader: () => true, leader: () => null, members: () => [], lag: () => 0 }

/**
 * The part of EventStoreDB that its client uses for us, over real gRPC: Append, BatchAppend, Read, GetSupportedMethods
 * and, in a cluster, the gossip. Nothing is persisted.
 */
export async function startEventStoreDbServer({
  store = createEventStore(),
  calls = { reads: 0, appends: 0, subscriptions: 0, ofAnyNode: 0 },
  place = alone,
  tls,
  credentials,
  reader,
  port: wanted = 0,
}: Options = {}): Promise<EventStoreDbServer> {
  let cutInstead: ((call: { end(): void }) => void) | null = null

  /** Counts the call; null when this node may answer it. */
  function failure(
    kind: 'reads' | 'appends' | 'subscriptions',
    metadata: Metadata,
    isOfAll = false,
  ): Partial<StatusObject> | null {
    calls[kind]++
    const wantsLeader = metadata.get('requires-leader')[0] === 'true'
    if (!wantsLeader) calls.ofAnyNode++
    const isBy = (user: string | undefined) =>
      user !== undefined && metadata.get('authorization')[0] === `Basic ${Buffer.from(user).toString('base64')}`
    if (credentials !== undefined && !isBy(credentials) && !isBy(reader))
      return { code: status.UNAUTHENTICATED, details: 'Unauthenticated' }
    if (isOfAll && isBy(reader)) {
      const trailers = new Metadata()
      trailers.set('exception', 'access-denied')
      return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata: trailers }
    }
    if (place.isLeader()) return null
    const leader = place.leader()
    if (!leader && (wantsLeader || kind === 'appends'))
      return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' }
    if (!leader || !wantsLeader) return null
    const trailers = new Metadata()
    trailers.set('exception', 'not-leader')
    trailers.set('leader-endpoint-host', '127.0.0.1')
    trailers.set('leader-endpoint-port', String(leader.port))
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata: trailers }
  }

  /** This node’s copy of the log; a follower’s is older. */
  function copy(): readonly StoredEvent[] {
    if (place.isLeader()) return store.all
    const until = performance.now() - place.lag()
    const end = store.all.findLastIndex(({ at }) => at <= until)
    return store.all.slice(0, end + 1)
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

      const refused = failure('appends', call.metadata)
      if (refused) return void call.emit('error', refused)
      underWay.delete(correlation)
      // A follower forwards it to the leader.
      const written = store.write(append.stream, append.expected, append.events)
      const answer = answerTo(append.expected, written)
      if (cutInstead) {
        cutInstead(call)
        cutInstead = null
        return
      }
      if (written.outcome === 'written' && written.isEcho) return
      const name =
        options?.getStreamIdentifier() ?? new shared.StreamIdentifier().setStreamName(Buffer.from(append.stream))
      call.write(answer.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(name))
    })
    call.on('error', () => {})
    call.on('end', () => call.end())
  }

  /** One append. */
  function append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) {
    const name: { stream: string; expected: ExpectedRevision } = { stream: '', expected: 'any' }
    const events: ProposedEvent[] = []
    call.on('data', (request: AppendReq) => {
      const options = request.getOptions()
      if (options) {
        name.stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? '').toString()
        name.expected = options.hasAny() ? 'any' : options.hasNoStream() ? 'no-stream' : Number(options.getRevision())
      }
      const message = request.getProposedMessage()
      if (message) events.push(proposed(message))
    })
    call.on('error', () => {})
    call.on('end', () => {
      const refused = failure('appends', call.metadata)
      if (refused) return answer(refused)
      // A follower forwards it to the leader.
      const written = store.write(name.stream, name.expected, events)
      if (cutInstead) {
        // It fails like a call that the server ended.
        cutInstead({ end: () => answer({ code: status.CANCELLED, details: 'The call was ended.' }) })
        cutInstead = null
        return
      }
      if (written.outcome === 'written' && written.isEcho) return
      const response = ownAnswerTo(name.expected, written)
      if (response) return answer(null, response)
      const trailers = new Metadata()
      trailers.set('exception', written.outcome === 'tombstoned' ? 'stream-deleted' : 'maximum-append-size-exceeded')
      trailers.set('stream-name', name.stream)
      trailers.set('maximum-append-size', String(maxAppendSize))
      answer({ code: status.FAILED_PRECONDITION, details: '', metadata: trailers })
    })
  }

  function read(call: ServerWritableStream<ReadReq, ReadAnswer>) {
    const options = call.request.getOptions()
    const stream = options?.getStream()
    if (!options) return call.end()
    const refused = failure(options.hasSubscription() ? 'subscriptions' : 'reads', call.metadata, !stream)
    if (refused) return void call.emit('error', refused)
    if (options.hasSubscription()) return subscribe(call)

    const isBackwards = options.getReadDirection() === messages.ReadReq.Options.ReadDirection.BACKWARDS
    const count = Number(options.getCount())
    if (stream) {
      const identifier = stream.getStreamIdentifier()
      const known = store.readStream(Buffer.from(identifier?.getStreamName_asU8() ?? '').toString())
      if (known?.isTombstoned) {
        const trailers = new Metadata()
        trailers.set('exception', 'stream-deleted')
        trailers.set('stream-name', Buffer.from(identifier?.getStreamName_asU8() ?? '').toString())
        return void call.emit('error', { code: status.FAILED_PRECONDITION, details: '', metadata: trailers })
      }
      const newest = copy().at(-1)?.position ?? 0
      const events = known?.events.filter(({ position }) => position <= newest) ?? []
      if (events.length === 0) {
        const missing = new messages.ReadResp.StreamNotFound().setStreamIdentifier(identifier)
        call.write(new messages.ReadResp().setStreamNotFound(missing))
        return call.end()
      }
      const from = stream.hasRevision() ? Number(stream.getRevision()) : 0
      return void send(call, events.filter(({ revision }) => revision >= from).slice(0, count))
    }
    const position = options.getAll()?.getPosition()?.getCommitPosition()
    if (position !== undefined && store.isInvalid(Number(position))) return void call.emit('error', invalidPosition)
    const all = copy()
    if (isBackwards) {
      const end = position === undefined ? all.length : store.indexOf(Number(position)) + 1
      return void send(call, all.slice(Math.max(0, end - count), end).toReversed())
    }
    const start = position === undefined ? 0 : store.indexOf(Number(position))
    void send(call, all.slice(start, start + count))
  }

  /** As fast as the client takes them. */
  async function send(call: ServerWritableStream<ReadReq, ReadAnswer>, events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      if (call.cancelled) return
      if (!call.write(encodedResponse(event))) await new Promise((resolve) => call.once('drain', resolve))
    }
    call.end()
  }

  function subscribe(call: ServerWritableStream<ReadReq, ReadAnswer>) {
    const options = call.request.getOptions()
    const regex = new RegExp(options?.getFilter()?.getStreamIdentifier()?.getRegex() ?? '')
    const from = options?.getAll()?.getPosition()?.getCommitPosition()
    const start = from === undefined ? null : Number(from)
    let next = start === null ? 0 : store.indexOf(start) + 1
    const sendNext = () => {
      if (start !== null && store.isInvalid(start)) return void call.emit('error', invalidPosition)
      if (start !== null) next = Math.max(next, store.indexOf(start) + 1)
      const { length } = copy()
      for (; next < length; next++) {
        const event = store.all[next]
        if (event && regex.test(event.stream)) call.write(encodedResponse(event))
        else if (event) call.write(checkpoint(event))
      }
    }
    const confirmation = new messages.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
    call.write(new messages.ReadResp().setConfirmation(confirmation))
    sendNext()
    call.write(new messages.ReadResp().setCaughtUp(new messages.ReadResp.CaughtUp()))
    const stop = store.onWrite(() => (place.isLeader() ? sendNext() : setTimeout(sendNext, place.lag() + 1)))
    call.on('cancelled', stop)
    call.on('close', stop)
  }

  const server = new Server({ 'grpc.max_receive_message_length': -1 })
  const unsupported = () => {
    throw new Error('Not needed by the adapter.')
  }
  server.addService(streams, {
    read,
    batchAppend,
    append,
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
  server.addService(GossipService, {
    read(_call, answer) {
      const members = place.members().map(({ port, state, isAlive }) => {
        const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
        return new gossip.MemberInfo()
          .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
          .setTimeStamp('0')
          .setIsAlive(isAlive)
          .setState(state === 'leader' ? LEADER : FOLLOWER)
          .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port))
      })
      answer(null, new gossip.ClusterInfo().setMembersList(members))
    },
  } satisfies IGossipServer)
  const secured = tls
    ? ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) },
      ])
    : ServerCredentials.createInsecure()
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${wanted}`, secured, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
  return {
    port,
    store,
    calls,
    loseNextAnswer(cut) {
      cutInstead = cut
    },
    close: () => server.forceShutdown(),
  }
}
