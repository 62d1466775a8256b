import { columnsIn } from '../../records/columns.ts'
import { valuesIn } from '../../records/values.ts'
import { wording } from '../../records/wordings.ts'
import type { WordingEvent } from '../domain/wordings.ts'
import { columnsOf, insert, type Projection } from '../kernel/projector/projection.ts'

/** Table `wordings`: each time that other words of a form or page appeared on the site; `revision`: their order. */
export const wordingsProjection: Projection<WordingEvent> = {
  name: 'wordings',
  version: 1,
  tables: {
    wordings: {
      columns: { ...columnsIn(wording), revision: 'integer NOT NULL', published_at: 'timestamptz NOT NULL' },
      primaryKey: ['wording_id', 'revision'],
    },
  },
  on: {
    WordingPublished: ({ data, revision, metadata: { at } }) => [
      insert('wordings', { ...columnsOf(valuesIn(wording, data)), revision, published_at: at }),
    ],
  },
}
