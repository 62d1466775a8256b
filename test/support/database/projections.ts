import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Fact } from '../../../backend/kernel/eventlog/decider.ts'
import type { EventLog, NewEvent, RecordedEvent } from '../../../backend/kernel/eventlog/event-log.ts'
import type { Recorded } from '../../../backend/kernel/eventlog/metadata.ts'
import type { AnyProjection } from '../../../backend/kernel/projector/projection.ts'
import {
  increment,
  insert,
  type Projection,
  remove,
  update,
  updateWhere,
} from '../../../backend/kernel/projector/projection.ts'

export type NoteEvent =
  | Fact<'NoteWritten', { noteId: number; author: string; words: string; tags: string[] }>
  | Fact<'NotePinned', { noteId: number }>
  | Fact<'NoteTorn', { noteId: number }>
  | Fact<'AuthorForgotten', { author: string }>

/** One keyed table, with a change that affects many rows. */
export const notes = {
  name: 'notes',
  version: 1,
  tables: {
    notes: {
      columns: {
        id: 'integer',
        author: 'text NOT NULL',
        words: 'text NOT NULL',
        tags: 'text[] NOT NULL',
        is_pinned: 'boolean NOT NULL DEFAULT false',
        detail: 'jsonb',
        created_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { notes_author: '(author)' },
    },
  },
  on: {
    NoteWritten: ({ data: { noteId, author, words, tags }, metadata }) => [
      insert('notes', { id: noteId, author, words, tags, detail: { of: author }, created_at: metadata.at }),
    ],
    NotePinned: ({ data }) => [update('notes', { id: data.noteId }, { is_pinned: true })],
    NoteTorn: ({ data }) => [remove('notes', { id: data.noteId })],
    AuthorForgotten: ({ data }) => [updateWhere('notes', { author: data.author }, { words: '[erased]', detail: null })],
  },
} satisfies Projection<NoteEvent>

/** Counters and a log of every event. */
export const tallies = {
  name: 'tallies',
  version: 1,
  tables: {
    tallies: { columns: { author: 'text', written: 'integer NOT NULL DEFAULT 0' }, primaryKey: ['author'] },
    note_actions: { columns: { event_id: 'uuid', type: 'text NOT NULL' }, primaryKey: ['event_id'] },
  },
  on: { NoteWritten: ({ data }) => [increment('tallies', { author: data.author }, { written: 1 })] },
  onEvery: ({ id, type }) => [insert('note_actions', { event_id: id, type })],
} satisfies Projection<NoteEvent>

/** Stores the ids of notes, and fails on some of them. */
export function fragile(accepts: (words: string) => boolean): AnyProjection {
  const keep = ({ data }: Extract<Recorded<NoteEvent>, { type: 'NoteWritten' }>) => {
    if (!accepts(data.words)) throw new Error('too much to bear')
    return [insert('fragile', { id: data.noteId })]
  }
  const tables = { fragile: { columns: { id: 'integer' }, primaryKey: ['id'] } }
  return { name: 'fragile', version: 1, tables, on: { NoteWritten: keep } }
}

export const at = '2026-01-02T03:04:05.678Z'

export function noteEvent({ type, data }: NoteEvent): NewEvent {
  const metadata = {
    at,
    actor: { kind: 'visitor' },
    requestId: 'r',
    correlationId: 'c',
    command: 'c',
    schemaVersion: 1,
  }
  return { id: randomUUID(), type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) }
}

export const written = (noteId: number, words = `words ${noteId}`, author = `author ${noteId % 7}`): NoteEvent => ({
  type: 'NoteWritten',
  data: { noteId, author, words, tags: noteId % 2 ? ['a "quoted" one', 'back\\slash'] : [] },
})

/** Appends to one stream per note; returns the position of the last event. */
export async function appendNotes(log: EventLog, events: readonly NoteEvent[]): Promise<string> {
  let last = ''
  for (const event of events) {
    const appended = await log.append(`note-${randomUUID()}`, 'any', [noteEvent(event)])
    if (appended.outcome === 'appended') last = appended.position
  }
  return last
}

/** Plain JSON, without encryption. */
export const decodeNotes = async (recorded: readonly RecordedEvent[]): Promise<Recorded[]> =>
  recorded.map((event) => ({ ...event, data: JSON.parse(event.data), metadata: JSON.parse(event.metadata) }))

/** `count` notes, some of them pinned, torn or by an erased author. */
export function* story(count: number, from = 1): Iterable<NoteEvent> {
  for (let noteId = from; noteId < from + count; noteId++) {
    yield written(noteId, `line\none\t\\ ${noteId}`)
    if (noteId % 3 === 0) yield { type: 'NotePinned', data: { noteId } }
    if (noteId % 5 === 0) yield { type: 'NoteTorn', data: { noteId: noteId - 2 } }
    if (noteId % 50 === 0) yield { type: 'AuthorForgotten', data: { author: `author ${noteId % 7}` } }
  }
}

/** Copies the current live tables into another schema. */
export async function copyLive(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'read'`,
  )
  await pool.query(`CREATE SCHEMA ${schema}`)
  for (const { name } of rows) await pool.query(`CREATE TABLE ${schema}.${name} AS TABLE read.${name}`)
}
