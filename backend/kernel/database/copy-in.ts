import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** Runs a statement with one `COPY … FROM STDIN` of these rows, in text format, in one round trip. */
export async function copyIn(client: pg.ClientBase, statement: string, rows: string): Promise<void> {
  const copy = client.query(from(statement))
  copy.end(rows)
  await finished(copy)
}

const escapes: { [character: string]: string } = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** A text as a field of a row of COPY. */
export const copyField = (text: string) => text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)

/** NULL as a field. */
export const copyNull = '\\N'
