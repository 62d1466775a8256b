import { randomUUID } from 'node:crypto'
import { CancelledError, type EventStoreDBClient } from '@eventstore/db-client'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import type { Expected, NewEvent, Position } from '../event-log.ts'
import { formatPosition } from './format.ts'
import {
  type ClientInternals,
  convertToCommandError,
  createUUID,
  internalsOf,
  messages,
  parseUUID,
  StreamsClient,
  StreamsService,
  shared,
  unpackToCommandError,
} from './protocol.ts'

/** One call sends its messages one by one, each in a write of its own; the messages of several calls leave together. */
const calls = 4
/** The server drops an append that it could not begin by then. */
const deadline = 10_000 // ms

type Waiting = { resolve(written: Written): void; reject(error: unknown): void }
type Call = {
  stream: ReturnType<typeof openStream>
  /** By correlation id. */
  waiting: Map<string, Waiting>
  /** Why the call ended. */
  failure: unknown
}
/** Revision and position of the last event. */
type Written = { revision: number; position: Position | null }
type Append = (stream: string, expected: Expected, events: readonly NewEvent[]) => Promise<Written>

/**
 * Appends over calls of our own. Version 6.2 of the client keeps the promises of all shared calls of the process in one
 * map: when one call breaks, it rejects the appends of all others, whose answers then throw where no caller can catch
 * it. Its other way, one call per append, takes two to three times as long (decisions/0047). Rejects with the client’s
 * errors.
 */
export function createAppendCalls(client: EventStoreDBClient): Append {
  const internals = internalsOf(client)
  const all = Array.from({ length: calls }, () => createAppendCall(internals))
  return (...append) => all.reduce((least, call) => (call.underWay < least.underWay ? call : least)).append(...append)
}

function createAppendCall(internals: ClientInternals) {
  const opened = new WeakMap<Call['stream'], Call>()
  let underWay = 0
  const current = internals.GRPCStreamCreator(
    StreamsClient,
    'appendToStream',
    (connected) => {
      const call: Call = { stream: openStream(connected, internals), waiting: new Map(), failure: null }
      opened.set(call.stream, call)
      call.stream.on('data', (answer) => settle(call, answer))
      call.stream.on('error', (error) => fail(call, convertToCommandError(error)))
      call.stream.on('end', () => {
        fail(call, new CancelledError())
        call.stream.end()
      })
      return call.stream
    },
    new WeakMap(),
  )

  const send: Append = async (stream, expected, events) => {
    const call = opened.get(await current())
    if (!call || call.failure) throw call?.failure ?? new CancelledError()
    const correlation = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<Written>()
    call.waiting.set(correlation, { resolve, reject })
    call.stream.write(requestOf(correlation, stream, expected, events))
    return promise
  }

  return {
    get underWay() {
      return underWay
    },
    append(...details: Parameters<Append>) {
      underWay++
      return send(...details).finally(() => {
        underWay--
      })
    },
  }
}

function openStream(connected: InstanceType<typeof StreamsClient>, internals: ClientInternals) {
  const { path, responseDeserialize } = StreamsService.batchAppend
  const [metadata, options] = internals.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
  return connected.makeBidiStreamRequest(path, (bytes: Buffer) => bytes, responseDeserialize, metadata, options)
}

function settle({ waiting }: Call, answer: InstanceType<typeof messages.BatchAppendResp>): void {
  const correlation = parseUUID(answer.getCorrelationId()) ?? ''
  const append = waiting.get(correlation)
  waiting.delete(correlation)
  const [error, success] = [answer.getError(), answer.getSuccess()]
  if (error) {
    const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
    append?.reject(unpackToCommandError(error, stream))
    return
  }
  const position = success?.getPosition()
  append?.resolve({
    revision: Number(success?.getCurrentRevision()),
    position: position
      ? formatPosition({ commit: position.getCommitPosition(), prepare: position.getPreparePosition() })
      : null,
  })
}

function fail(call: Call, error: unknown): void {
  call.failure ??= error
  for (const { reject } of call.waiting.values()) reject(error)
  call.waiting.clear()
}

function requestOf(correlation: string, stream: string, expected: Expected, events: readonly NewEvent[]): Buffer {
  const options = new messages.BatchAppendReq.Options()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setDeadline(timestamps.Timestamp.fromDate(new Date(Date.now() + deadline)))
  if (expected === 'any') options.setAny(new shared.Empty())
  else if (expected === 'no-stream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expected))
  const request = new messages.BatchAppendReq()
    .setCorrelationId(createUUID(correlation))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true)
  return Buffer.from(request.serializeBinary())
}

/** As JSON, so that EventStoreDB’s own tools can show it. */
function proposed({ id, type, data, metadata }: NewEvent) {
  const message = new messages.BatchAppendReq.ProposedMessage()
    .setId(createUUID(id))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  return message
}
