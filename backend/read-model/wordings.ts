import type { Knex } from 'knex'
import type { Wording } from '../../contract/wordings.ts'
import { wording } from '../../records/wordings.ts'
import { recordColumns } from './columns.ts'

/** Every wording that the site ever showed, newest first; one that came back has a row for each time. */
export const allWordings = (knex: Knex): Promise<Wording[]> =>
  knex({ item: 'read.wordings' })
    .orderBy('item.published_at', 'desc')
    .orderBy('item.wording_id')
    .select<Wording[]>(
      { ...recordColumns('item', wording), since: 'item.published_at' },
      knex.raw('lead(item.published_at) OVER (PARTITION BY item.wording_id ORDER BY item.revision) AS until'),
    )

/** True when the site ever showed this wording. */
export async function isWording(knex: Knex, { wordingId, hash }: Pick<Wording, 'wordingId' | 'hash'>) {
  return (await knex('read.wordings').where({ wording_id: wordingId, hash }).limit(1).select('hash')).length > 0
}
