import pg from 'pg'
import type { Row, Value } from '../projections/projection.ts'
import { columnList, qualified } from './sql.ts'

/** The two messages of a pg connection that COPY needs; pg-copy-streams uses the same ones. */
type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** One COPY … FROM STDIN of prepared bytes, in the form of pg’s own queries. */
class CopyIn implements pg.Submittable {
  readonly done = Promise.withResolvers<void>()
  readonly #statement: string
  readonly #rows: Buffer

  constructor(statement: string, rows: Buffer) {
    this.#statement = statement
    this.#rows = rows
  }
  submit(connection: pg.Connection) {
    connection.query(this.#statement)
  }
  handleCopyInResponse(connection: CopyConnection) {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.done.resolve()
  }
  handleError(error: Error) {
    this.done.reject(error)
  }
}

const savepoint = 'copy'
const uniqueViolation = '23505'

/**
 * Inserts new rows, all with these columns, in one round trip; returns false and writes nothing when one of their keys
 * already exists.
 */
export async function copyRows(
  client: pg.ClientBase,
  schema: string,
  table: string,
  columns: readonly { name: string; type: string }[],
  rows: readonly Row[],
): Promise<boolean> {
  const target = `${qualified(schema, table)} (${columnList(columns.map(({ name }) => name))})`
  const statement = `SAVEPOINT ${savepoint}; COPY ${target} FROM STDIN; RELEASE SAVEPOINT ${savepoint}`
  const copy = new CopyIn(statement, Buffer.from(copyText(columns, rows)))
  client.query(copy)
  try {
    await copy.done.promise
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) throw error
    await client.query(`ROLLBACK TO SAVEPOINT ${savepoint}`)
    return false
  }
}

function copyText(columns: readonly { name: string; type: string }[], rows: readonly Row[]): string {
  let text = ''
  for (const row of rows) {
    let separator = ''
    for (const { name, type } of columns) {
      text += separator + field(row[name], type)
      separator = '\t'
    }
    text += '\n'
  }
  return text
}

const escapes: { [character: string]: string } = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)

/** Encodes the value exactly as json_populate_recordset would, which writes all other changes. */
function field(value: Value | undefined, type: string): string {
  if (value === null || value === undefined) return '\\N'
  if (/^json/i.test(type)) return escaped(JSON.stringify(value))
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'object')
    return escaped(Array.isArray(value) && type.includes('[]') ? arrayLiteral(value) : JSON.stringify(value))
  return String(value)
}

const arrayLiteral = (items: string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`
