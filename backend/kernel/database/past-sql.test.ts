import { describe, expect, it } from 'vitest'
import { inPast, NoPast } from './past-sql.ts'

const names = {
  schema: 'read_past_1',
  tables: new Set(['notes', 'note_counts']),
  views: new Set(['visits']),
  functions: new Set(['sort_key']),
  at: '2026-03-01T12:00:00.000Z',
}
const translated = (text: string) => inPast(text, names)

describe('A statement about the past', () => {
  it('reads the tables and views of its schema, however they are written', () => {
    expect(translated('SELECT read.notes.id FROM read.notes')).toBe(
      'SELECT read_past_1.notes.id FROM read_past_1.notes',
    )
    expect(translated('select * from "read"."notes" as "item"')).toBe('select * from read_past_1.notes as "item"')
    expect(translated(`WHERE relation IN ('read.notes'::regclass)`)).toBe(
      `WHERE relation IN ('read_past_1.notes'::regclass)`,
    )
    expect(translated('SELECT app.sort_key(words) FROM app.visits')).toBe(
      'SELECT app.sort_key(words) FROM read_past_1.visits',
    )
  })

  it('takes the moment for the time', () => {
    expect(translated(`at > now() - interval '1 day'`)).toBe(
      `at > '2026-03-01T12:00:00.000Z'::timestamptz - interval '1 day'`,
    )
  })

  it('leaves alone what only looks like it', () => {
    for (const text of ['SELECT thread.notes, spread.notes', 'SELECT already_read', '"item"."read"'])
      expect(translated(text)).toBe(text)
  })

  it('is refused when it names anything else of ours', () => {
    for (const text of [
      'SELECT * FROM app.accounts',
      'SELECT * FROM "app"."sessions"',
      'SELECT * FROM read.unknown',
      'SELECT app.is_banned(account)',
      'SELECT * FROM eventlog.events',
      'SELECT current_timestamp',
      'SELECT clock_timestamp()',
    ])
      expect(() => translated(text), text).toThrow(NoPast)
  })
})
