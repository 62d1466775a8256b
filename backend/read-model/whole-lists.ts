import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Knex } from 'knex'

const compressed = promisify(gzip)
const comma = Buffer.from(',')

/** A whole list as the bytes of its answer. */
export type WholeList = { identity: Buffer; gzip: Buffer; etag: string }

/** `rows`: in JSON, separated by commas. `validUntil`: when time changes them, in milliseconds since 1970. */
type Reading = { rows: Buffer[]; validUntil: number }

/** Rows read or written at a time, so that other requests get their turn. */
export const sliceSize = 500

/** The number of changes of these tables (`countedIn`): the rows are unchanged as long as it stays the same. */
export function versionOf(knex: Knex, tables: readonly string[]): Knex.Raw {
  return knex.raw(
    `(SELECT string_agg(relation || ' ' || changes, ',' ORDER BY relation) FROM app.row_changes
      WHERE relation IN (${tables.map((name) => `'${name}'::regclass`).join(', ')}))`,
  )
}

/**
 * Caches the response of a whole public list, however long, and builds it again when its rows have changed: otherwise
 * each request would read and write thousands of rows. Concurrent requests share one build. A response is never older
 * than its request.
 */
export function keepWholeList(
  knex: Knex,
  { tables, read }: { tables: readonly string[]; read: () => Promise<Reading> },
): () => Promise<WholeList> {
  type List = WholeList & { validUntil: number }
  let kept: { version: string; list: Promise<List> } | undefined

  async function make(): Promise<List> {
    const { rows, validUntil } = await read()
    const separated = rows.flatMap((slice, index) => (index === 0 ? [slice] : [comma, slice]))
    const identity = Buffer.concat([Buffer.from('['), ...separated, Buffer.from(']')])
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    return { identity, gzip: await compressed(identity), etag, validUntil }
  }

  function keep(version: string): Promise<List> {
    const made = { version, list: make() }
    kept = made
    made.list.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.list
  }

  return async () => {
    // Read first, so that the rows are of this version or newer.
    const [row] = await knex.select<{ version: string | null }[]>(knex.raw('? AS version', [versionOf(knex, tables)]))
    const version = row?.version ?? 'unchanged'
    const known = kept
    if (known?.version !== version) return keep(version)
    const list = await known.list
    if (list.validUntil > Date.now()) return list
    return kept === undefined || kept === known ? keep(version) : kept.list
  }
}
