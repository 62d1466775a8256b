import { increment, insert, type Projection, remove, update } from '../kernel/projector/projection.ts'
import type { DomainEvent } from '../topics/index.ts'

/** Names of the commands of rows. */
const ofRows: readonly string[] = [
  'ImportDonation',
  'RefundDonation',
  'ImportEmailSignup',
  'ImportVolunteer',
  'ImportVolunteerDetails',
  'ImportMailOptOut',
]

/**
 * Table `file_imports`: every file that was imported, with what the dry run said.
 * Table `file_import_items`: what its rows became, so that an import can be undone; `cause` is the event of the file.
 * Table `file_import_mappings`: what staff last said about a heading.
 * Table `file_import_totals`: how many those are, for progress.
 */
export const fileImportsProjection: Projection<DomainEvent> = {
  name: 'file-imports',
  version: 5,
  tables: {
    file_imports: {
      columns: {
        import_id: 'text NOT NULL',
        event_id: 'uuid NOT NULL',
        kind: 'text NOT NULL',
        platform: 'text',
        rows: 'integer NOT NULL',
        added: 'integer NOT NULL',
        changed: 'integer NOT NULL',
        refunded: 'integer NOT NULL',
        repeated: 'integer NOT NULL',
        refused: 'integer NOT NULL',
        started_at: 'timestamptz NOT NULL',
        actor_id: 'integer',
        finished_at: 'timestamptz',
        stopped_at: 'timestamptz',
        undone_at: 'timestamptz',
      },
      primaryKey: ['import_id'],
      indexes: { file_imports_started: '(started_at)', file_imports_event: '(event_id)' },
    },
    file_import_items: {
      columns: {
        event_id: 'uuid NOT NULL',
        cause: 'uuid NOT NULL',
        type: 'text NOT NULL',
        stream: 'text NOT NULL',
        revision: 'integer NOT NULL',
      },
      // In the order in which an undo reads them, so that each row costs one index.
      primaryKey: ['cause', 'event_id'],
    },
    file_import_mappings: {
      columns: {
        kind: 'text NOT NULL',
        heading: 'text NOT NULL',
        field: 'text NOT NULL',
        said_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['kind', 'heading'],
    },
    file_import_totals: {
      columns: { cause: 'uuid NOT NULL', items: 'bigint NOT NULL' },
      primaryKey: ['cause'],
    },
  },
  on: {
    FileImportStarted: ({
      id,
      data: { importId, fileHash: _, mapping, platform, ...counts },
      metadata: { at, actor },
    }) => [
      ...mapping.flatMap(({ heading, field }) => [
        remove('file_import_mappings', { kind: counts.kind, heading }),
        insert('file_import_mappings', { kind: counts.kind, heading, field, said_at: at }),
      ]),
      insert('file_imports', {
        import_id: importId,
        event_id: id,
        ...counts,
        platform: platform ?? null,
        started_at: at,
        actor_id: 'id' in actor ? actor.id : null,
        finished_at: null,
        stopped_at: null,
        undone_at: null,
      }),
    ],
    FileImportFinished: ({ data, metadata }) => [
      update('file_imports', { import_id: data.importId }, { finished_at: metadata.at }),
    ],
    FileImportStopped: ({ data, metadata }) => [
      update('file_imports', { import_id: data.importId }, { stopped_at: metadata.at }),
    ],
    FileImportUndone: ({ data, metadata }) => [
      update('file_imports', { import_id: data.importId }, { undone_at: metadata.at }),
    ],
    // By earlier releases, which imported in parts.
    DonationFileImported: ({ id, data: { importId, fileHash: _, ...counts }, metadata: { at, actor } }) => [
      insert('file_imports', {
        import_id: importId,
        event_id: id,
        kind: 'donations',
        platform: null,
        ...counts,
        refunded: 0,
        started_at: at,
        actor_id: 'id' in actor ? actor.id : null,
        finished_at: at,
        stopped_at: null,
        undone_at: null,
      }),
    ],
  },
  onEvery: ({ id, type, stream, revision, metadata: { command, causationId } }) =>
    causationId !== undefined && ofRows.includes(command)
      ? [
          insert('file_import_items', { event_id: id, cause: causationId, type, stream, revision }),
          increment('file_import_totals', { cause: causationId }, { items: 1 }),
        ]
      : [],
}
