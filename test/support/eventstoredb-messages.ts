import { createRequire } from 'node:module'
import type { ExpectedRevision, ProposedEvent, StoredEvent, Written } from './eventstoredb-store.ts'

// The service definitions that the client ships: CommonJS made by protoc, typed beside it.
const require = createRequire(import.meta.url)
const generated = '@eventstore/db-client/generated'
const wellKnown = 'google-protobuf/google/protobuf'
export const messages: typeof import('@eventstore/db-client/generated/streams_pb.js') = require(
  `${generated}/streams_pb.js`,
)
export const shared: typeof import('@eventstore/db-client/generated/shared_pb.js') = require(
  `${generated}/shared_pb.js`,
)
const status: typeof import('@eventstore/db-client/generated/status_pb.js') = require(`${generated}/status_pb.js`)
export const features: typeof import('@eventstore/db-client/generated/serverfeatures_pb.js') = require(
  `${generated}/serverfeatures_pb.js`,
)
export const { StreamsService }: typeof import('@eventstore/db-client/generated/streams_grpc_pb.js') = require(
  `${generated}/streams_grpc_pb.js`,
)
export const {
  ServerFeaturesService,
}: typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js') = require(
  `${generated}/serverfeatures_grpc_pb.js`,
)
const { Any }: typeof import('google-protobuf/google/protobuf/any_pb.js') = require(`${wellKnown}/any_pb.js`)

export type ReadReq = InstanceType<typeof messages.ReadReq>
export type ReadResp = InstanceType<typeof messages.ReadResp>
export type BatchAppendReq = InstanceType<typeof messages.BatchAppendReq>
export type BatchAppendResp = InstanceType<typeof messages.BatchAppendResp>

export function proposed(message: InstanceType<typeof messages.BatchAppendReq.ProposedMessage>): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

export function response(event: StoredEvent): ReadResp {
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

export function checkpoint({ position }: StoredEvent): ReadResp {
  const passed = new messages.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
  return new messages.ReadResp().setCheckpoint(passed)
}

/** The answer to an append, but for its correlation id and stream. */
export function answerTo(expected: ExpectedRevision, written: Written): BatchAppendResp {
  const answer = new messages.BatchAppendResp()
  if (written.outcome === 'wrong expected version') {
    const wrong = new shared.WrongExpectedVersion()
    if (written.revision >= 0) wrong.setCurrentStreamRevision(String(written.revision))
    if (typeof expected === 'number') wrong.setExpectedStreamPosition(String(expected))
    const details = new Any()
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion')
    return answer.setError(new status.Status().setMessage('Wrong expected version').setDetails(details))
  }
  const success = new messages.BatchAppendResp.Success().setCurrentRevision(String(written.revision))
  if (written.outcome === 'written') {
    const position = String(written.position)
    success.setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position))
  }
  return answer.setSuccess(success)
}
