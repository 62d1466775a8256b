import pg from 'pg'
import { copyField, copyIn, copyNull } from '../database/copy-in.ts'
import type { Row, Value } from './projection.ts'
import { columnList, qualified } from './sql.ts'

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
  try {
    await copyIn(client, statement, copyText(columns, rows))
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

/** Encodes the value exactly as json_populate_recordset would, which writes all other changes. */
function field(value: Value | undefined, type: string): string {
  if (value === null || value === undefined) return copyNull
  if (/^json/i.test(type)) return copyField(JSON.stringify(value))
  if (typeof value === 'string') return copyField(value)
  if (typeof value === 'object')
    return copyField(Array.isArray(value) && type.includes('[]') ? arrayLiteral(value) : JSON.stringify(value))
  return String(value)
}

const arrayLiteral = (items: readonly unknown[]) =>
  `{${items.map((item) => `"${String(item).replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`
