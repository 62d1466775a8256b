import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Tables in all schemas with this text in any column, as text or bytes. */
export async function tablesWith(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const patterns = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64url')]
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `SELECT 1 FROM ${name} AS item WHERE item::text ILIKE ANY (SELECT '%' || unnest($1::text[]) || '%') LIMIT 1`,
      [patterns],
    )
    if (rows.length > 0) found.push(name)
  }
  return found.sort()
}

/** Files in the folder that contain this text, ignoring case. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path, 'latin1').catch(() => '')
    if (bytes.toLowerCase().includes(text.toLowerCase())) found.push(path)
  }
  return found.sort()
}
