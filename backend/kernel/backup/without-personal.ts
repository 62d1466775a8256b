import type pg from 'pg'
import QueryStream from 'pg-query-stream'

/** Event type -> its personal fields, as declared in topics/. */
export type PersonalFields = { readonly [type: string]: object }

/** Replaces the ciphertext; it encrypts nothing. */
const nothing = 'v1..'

/** All keys as those of erased people, whose personal fields read as the values that replace them. */
export const erasedKeys = (columns: readonly string[]): string => {
  const values: { [column: string]: string } = {
    email_hash: 'NULL',
    wrapped_key: 'NULL',
    erased_at: 'coalesce(erased_at, now())',
  }
  return `(SELECT ${columns.map((column) => values[column] ?? column).join(', ')} FROM eventlog.subject_keys)`
}

type Row = { [column: string]: string | number | null }

/**
 * COPY text of the log without ciphertexts and without the addresses of admins. Those bytes are sealed, so such a log
 * gets new seals where it is restored.
 */
export async function* eventsWithoutPersonal(
  client: pg.ClientBase,
  columns: readonly string[],
  personalFields: PersonalFields,
): AsyncGenerator<Buffer, number> {
  const text = columns.map((column) => `${column}::text AS ${column}`).join(', ')
  const names = columns.map((column) => column.replace(/^"|"$/g, ''))
  const rows: AsyncIterable<Row> = client.query(
    new QueryStream(`SELECT ${text} FROM eventlog.events ORDER BY eventlog.events.position`, [], { batchSize: 500 }),
  )
  let count = 0
  for await (const row of rows) {
    count++
    const changed: Row = { ...row, data: dataOf(row, personalFields), metadata: metadataOf(row) }
    yield Buffer.from(`${names.map((name) => copyField(changed[name] ?? null)).join('\t')}\n`)
  }
  return count
}

function dataOf({ type, data }: Row, personalFields: PersonalFields): string {
  const stored: object = JSON.parse(String(data))
  const fields = typeof type === 'string' && Object.hasOwn(personalFields, type) ? personalFields[type] : undefined
  if (fields === undefined) return String(data)
  // Events of earlier versions have some of them in clear.
  const clear = Object.entries(stored).filter(([field]) => !Object.hasOwn(fields, field))
  return JSON.stringify({ ...Object.fromEntries(clear), personal: nothing })
}

function metadataOf({ metadata }: Row): string {
  const { ip: _, ...kept } = JSON.parse(String(metadata))
  return JSON.stringify(kept)
}

const escapes: { [character: string]: string } = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const copyField = (value: string | number | null): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
