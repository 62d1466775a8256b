import { numberOf } from '../../records/uuids.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { insert, type Projection, type Row, remove } from '../kernel/projector/projection.ts'
import { commandNames, type DomainEvent, eventFacts } from '../topics/index.ts'
import { actorColumns, actorColumnTypes } from './actors.ts'
import { itemOf } from './history.ts'

/**
 * Table `admin_actions`: one row per command by an admin or from the command line, and one per denied attempt, series of
 * failed sign-ins, new admin, passkey added or removed, provider connected, decision about mail and erasure, by any actor; built only from metadata and ids, never from personal fields.
 *
 * Its `id` must be an integer (administration §3) and the same after a rebuild. A sequence would leave different gaps when
 * replayed, positions are opaque, and drawing a number per command would cost each one a round trip. So the id is the
 * last 53 bits of the event id, which is a hash of the command. It identifies a row but does not order rows: the time
 * does. Two actions with the same id (a one in a million chance among 100,000) would only share it; the key is the
 * command.
 */
export const adminActionsProjection: Projection<DomainEvent> = {
  name: 'admin-actions',
  version: 9,
  tables: {
    admin_actions: {
      columns: {
        request_id: 'text NOT NULL',
        command: 'text NOT NULL',
        stream: 'text NOT NULL',
        id: 'bigint NOT NULL',
        /** As in the history, but server for the command line. */
        ...actorColumnTypes,
        action: 'text NOT NULL',
        /** The rights under which it was done; empty for what took none, and for what was done before they were recorded. */
        rights: 'text[] NOT NULL',
        target_user_id: 'integer',
        topic: 'text',
        item_id: 'integer',
        details: 'jsonb NOT NULL',
        timestamp: 'timestamptz NOT NULL',
      },
      primaryKey: ['request_id', 'command', 'stream'],
      indexes: {
        admin_actions_newest: '("timestamp" DESC, id DESC)',
        admin_actions_actor: '(actor_id, "timestamp", id)',
        admin_actions_key: '(api_key_id, "timestamp", id) WHERE api_key_id IS NOT NULL',
        admin_actions_target: '(target_user_id, "timestamp", id)',
        admin_actions_topic: '(topic, "timestamp", id)',
        admin_actions_action: '(lower(action), "timestamp", id)',
        admin_actions_rights: 'USING gin (rights)',
      },
    },
  },
  on: {},
  onEvery: (event) => {
    const { id, type, data, stream, metadata } = event
    const { actor } = metadata
    const isFromCommandLine = actor.kind === 'system' && actor.tool === 'admin'
    const audit = eventFacts.get(type)?.audit
    if (actor.kind !== 'admin' && !isFromCommandLine && !audit?.isIncident) return []
    // One edit of an account can combine several actions: each gets its own row, under its usual name.
    const command = metadata.command === 'EditUser' ? (audit?.step ?? 'EditUser') : metadata.command
    const key = { request_id: metadata.requestId, command, stream }
    if (audit?.isConsequence) return []
    const item = itemOf(event)
    // A command with several events keeps one row: that of the last event.
    return [
      remove('admin_actions', key),
      insert('admin_actions', {
        ...key,
        id: numberOf(id),
        ...actorColumns(event),
        ...(actor.kind === 'system' && { actor_kind: 'server' }),
        action: words(command),
        rights: [...(metadata.rights ?? [])],
        target_user_id: type !== 'AccessRefused' && 'userId' in data ? data.userId : null,
        topic: item?.topic ?? null,
        item_id: item?.id ?? null,
        details: { event: type, ...(audit?.isTelling ? data : idsOf(event)) },
        timestamp: metadata.at,
      }),
    ]
  },
}

/** 'ApprovePrayer' -> 'Approve prayer'. */
const words = (command: string) =>
  commandNames.get(command) ?? command.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const isUuid = (value: unknown) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** The item of the action: integer ids and the random id of the subject; for an email, its subject line. */
const idsOf = ({ data }: Recorded<DomainEvent>): Row =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => (name === 'subject' && isUuid(value)) || (name.endsWith('Id') && Number.isInteger(value)),
    ),
  )
