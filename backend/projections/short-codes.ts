import { columnsIn } from '../../records/columns.ts'
import { shortCode, shortCodeWords } from '../../records/short-codes.ts'
import { valuesIn } from '../../records/values.ts'
import type { ShortCodeEvent } from '../domain/short-codes.ts'
import { columnsOf, insert, type Projection, type Row, update } from '../kernel/projector/projection.ts'

const change = ({ shortCodeId }: { shortCodeId: number }, set: Row) => [update('short_codes', { id: shortCodeId }, set)]

/** Table `short_codes`: every short link, retired ones included. */
export const shortCodesProjection: Projection<ShortCodeEvent> = {
  name: 'short-codes',
  version: 1,
  tables: {
    short_codes: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(shortCode),
        is_retired: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { short_codes_code: '(code)' },
    },
  },
  on: {
    ShortCodeMade: ({ data, metadata: { at } }) => [
      insert('short_codes', {
        ...{ id: data.shortCodeId, ...columnsOf(valuesIn(shortCode, data)) },
        ...{ is_retired: false, created_at: at },
      }),
    ],
    ShortCodeChanged: ({ data }) => change(data, columnsOf(valuesIn(shortCodeWords, data))),
    ShortCodeRetired: ({ data }) => change(data, { is_retired: true }),
    ShortCodeRestored: ({ data }) => change(data, { is_retired: false }),
  },
}
