import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { keyLookups } from '../database/key-lookups.ts'
import { transaction } from '../database/transaction.ts'
import { coalesce, ImpossibleChange, type Steps } from './coalesce.ts'
import { increment, insert, type RowChange, remove, removeWhere, update, updateWhere } from './projection.ts'
import { compareSchemas, createTables } from './schema.ts'
import { createBundle } from './sql.ts'
import { createRowWriter } from './write-rows.ts'

const tables = {
  things: {
    columns: {
      id: 'integer',
      place: 'text',
      word: `text DEFAULT 'none'`,
      words: 'text[]',
      detail: 'jsonb',
      seen: 'integer NOT NULL DEFAULT 0',
      liked: 'bigint',
    },
    primaryKey: ['id', 'place'],
  },
}

const key = fc.record({ id: fc.integer({ min: 1, max: 4 }), place: fc.constantFrom('here', 'there "it" \\ is') })
const word = fc.option(fc.constantFrom('a', 'tab\there', 'line\nbreak', 'back\\slash', '\\N', '"', '{}', 'ü🙂', ''))
const filling = fc.record(
  {
    word,
    words: fc.option(fc.array(fc.constantFrom('x', 'y,z', '"', '\\', 'NULL', ''), { maxLength: 3 })),
    detail: fc.option(fc.oneof(fc.record({ a: fc.constantFrom('\\', '\n', 'b') }), fc.constant('text'), fc.boolean())),
    seen: fc.integer({ min: -5, max: 5 }),
    liked: fc.option(fc.integer({ min: 0, max: 5 })),
  },
  { requiredKeys: [] },
)
const amounts = fc.record(
  { seen: fc.integer({ min: 1, max: 3 }), liked: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: [] },
)
const change: fc.Arbitrary<RowChange> = fc.oneof(
  fc.tuple(key, filling).map(([of, row]) => insert('things', { ...of, ...row })),
  fc.tuple(key, filling).map(([of, set]) => update('things', of, set)),
  fc.tuple(key, amounts).map(([of, by]) => increment('things', of, by)),
  key.map((of) => remove('things', of)),
  fc.tuple(word, filling).map(([of, set]) => updateWhere('things', { word: of }, { word: 'reached', ...set })),
  word.map((of) => removeWhere('things', { word: of })),
)

const rowsIn = (steps: Steps) =>
  [...steps.values()].flat().reduce((count, step) => count + (step.kind === 'rows' ? step.changes.size : 0), 0)

describe('Coalescing', () => {
  it('gives the same tables as writing the changes one by one, in batches of any size', async () => {
    const { pool } = await createTestDatabase()
    await transaction(pool, async (client) => {
      await createTables(client, 'naive', tables)
      await createTables(client, 'coalesced', tables)
    })
    const [naive, coalesced] = [createRowWriter('naive', tables), createRowWriter('coalesced', tables)]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 25 }), { maxLength: 3 }), async (batches) => {
        await pool.query('TRUNCATE naive.things, coalesced.things')
        await transaction(pool, async (client) => {
          for (const [setting, value] of Object.entries(keyLookups))
            await client.query(`SET LOCAL ${setting} = ${value}`)
          for (const batch of batches) {
            for (const one of batch) await naive(client, coalesce(tables, [one]))
            await coalesced(client, coalesce(tables, batch))
          }
        })
        expect(await compareSchemas(pool, 'naive', 'coalesced')).toEqual({ things: 0 })
      }),
      { numRuns: 150 },
    )
  })

  it('writes one net change per row, however often it changes', () => {
    const of = { id: 1, place: 'here' }
    const steps = coalesce(tables, [
      insert('things', { ...of, word: 'a' }),
      update('things', of, { word: 'b' }),
      increment('things', of, { seen: 1 }),
      increment('things', of, { seen: 1 }),
    ])
    expect(rowsIn(steps)).toBe(1)
    expect([...steps.values()]).toEqual([
      [{ kind: 'rows', changes: new Map([['["1","here"]', { kind: 'put', row: { ...of, word: 'b', seen: 2 } }]]) }],
    ])
  })

  it('still removes an existing row that was put and removed again', () => {
    const of = { id: 1, place: 'here' }
    const steps = coalesce(tables, [insert('things', of), remove('things', of)])
    expect([...steps.values()]).toEqual([
      [{ kind: 'rows', changes: new Map([['["1","here"]', { kind: 'remove', key: of }]]) }],
    ])
  })

  it.each<[string, RowChange]>([
    ['no known table', insert('nowhere', { id: 1 })],
    ['a missing key column', update('things', { id: 1 }, { word: 'a' })],
  ])('rejects %s', (_what, wrong) => {
    expect(() => coalesce(tables, [wrong])).toThrow(ImpossibleChange)
  })
})

describe('Writing many rows', () => {
  it('copies new rows and replaces existing ones, with the same result', async () => {
    const { pool } = await createTestDatabase()
    await transaction(pool, async (client) => {
      await createTables(client, 'copied', tables)
      await createTables(client, 'replaced', tables)
    })
    const words = ['tab\there', 'line\nbreak\r', 'back\\slash \\N \\.', '\\.', '"', '{}', 'ü🙂', '', null]
    const rows = Array.from({ length: 200 }, (_, id) =>
      insert('things', {
        id,
        place: `p${id}`,
        word: words[id % words.length] ?? null,
        words: [words[id % 8] ?? '', 'second'],
        detail: { text: words[id % words.length], list: ['a', 1, null] },
        seen: -id,
        liked: null,
      }),
    )
    await transaction(pool, async (client) => {
      await createRowWriter('copied', tables)(client, coalesce(tables, rows))
      const replace = createRowWriter('replaced', tables)
      await replace(client, coalesce(tables, [insert('things', { id: 7, place: 'p7', liked: 3 })]))
      await replace(client, coalesce(tables, rows))
    })
    expect(await compareSchemas(pool, 'copied', 'replaced')).toEqual({ things: 0 })
    const { rows: found } = await pool.query('SELECT * FROM copied.things WHERE id = 2')
    expect(found).toEqual([
      {
        id: 2,
        place: 'p2',
        word: 'back\\slash \\N \\.',
        words: ['back\\slash \\N \\.', 'second'],
        detail: { text: 'back\\slash \\N \\.', list: ['a', 1, null] },
        seen: -2,
        liked: null,
      },
    ])
  })

  it('adds to known rows and creates the others in one round trip', async () => {
    const { pool } = await createTestDatabase()
    const seen = (id: number, word: string) => {
      const of = { id, place: 'here' }
      return [increment('things', of, { seen: 1 }), update('things', of, { word })]
    }
    await transaction(pool, async (client) => {
      await createTables(client, 'counted', tables)
      const write = createRowWriter('counted', tables)
      await write(client, coalesce(tables, seen(1, 'first')))
      let roundTrips = 0
      const bundle = createBundle(client, async () => {
        roundTrips++
      })
      await write(client, coalesce(tables, [...seen(1, 'again'), ...seen(2, 'new'), ...seen(1, 'last')]), bundle)
      expect(roundTrips).toBe(0)
      await bundle.flush()
    })
    const { rows } = await pool.query('SELECT id, word, seen FROM counted.things ORDER BY id')
    expect(rows).toEqual([
      { id: 1, word: 'last', seen: 3 },
      { id: 2, word: 'new', seen: 1 },
    ])
  })
})
