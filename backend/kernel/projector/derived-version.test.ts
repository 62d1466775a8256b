import { expect, it } from 'vitest'
import { declaredIn, withDerivedVersion } from './derived-version.ts'
import type { AnyProjection } from './projection.ts'

const boats: AnyProjection = {
  name: 'boats',
  version: 3,
  tables: {
    boats: {
      columns: { id: 'integer NOT NULL', owner: 'text NOT NULL' },
      primaryKey: ['id'],
      indexes: { boats_owner: '(owner)' },
    },
  },
  on: {},
}
const table = { columns: {}, primaryKey: [], ...boats.tables.boats }
const version = (changes: Partial<AnyProjection>) => withDerivedVersion({ ...boats, ...changes }).version

it('is the same for the same tables', () => {
  expect(version(structuredClone({ ...boats, on: undefined, tables: boats.tables }))).toBe(version({}))
})

it('changes with a column, an index, what is personal, what fills a table, and with what the handlers declare', () => {
  const versions = [
    version({}),
    version({ version: 4 }),
    version({ tables: { boats: { ...table, columns: { ...table.columns, seats: 'integer' } } } }),
    version({ tables: { boats: { ...table, columns: { id: 'integer NOT NULL', owner: 'text' } } } }),
    version({ tables: { boats: { ...table, indexes: { boats_owner: '(owner, id)' } } } }),
    version({ tables: { boats: { ...table, personal: ['owner'] } } }),
    version({ fills: ['SELECT 1'] }),
  ]
  expect(new Set(versions).size).toBe(versions.length)
})

it('says what was declared, alone in older releases', () => {
  expect([declaredIn(version({})), declaredIn(version({ version: 4 })), declaredIn(8)]).toEqual([3, 4, 8])
})
