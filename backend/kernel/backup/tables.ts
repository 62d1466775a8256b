import type pg from 'pg'
import { migrationsTable } from '../database/migrate.ts'

/** Tables of which a backup has to know, besides those of these rooms. */
export type TablesOfSite = {
  /**
   * In no backup: those that a rebuild creates again, those of a running process, and those that must not come back to
   * life, such as a session that has ended since.
   */
  left: readonly string[]
  /** Without personal data. */
  withoutPersonal: readonly string[]
}

const left = [
  'app.backups', // of this database, not of the restored one
  'app.checkpoints',
  'app.due_vacuum',
  'app.leases',
  'app.past_views', // of schemas that are in no backup
  'app.rate_limits',
  'app.rebuild_checkpoints',
  'app.row_changes',
  'app.write_probes',
  migrationsTable,
  `${migrationsTable}_lock`,
]

const withoutPersonal = ['eventlog.events', 'eventlog.head', 'eventlog.known_types', 'eventlog.subject_keys']

const schemas = ['app', 'eventlog']

export type Tables = { [table: string]: string[] }

type Found = { name: string; columns: string[]; refers_to: string[] }

/** All tables of ours. Names are quoted as SQL needs it. */
async function ownTables(client: pg.ClientBase): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `SELECT format('%I.%I', nspname, relname) AS name,
       (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
         WHERE attrelid = relation.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(confrelid::regclass::text), '{}') FROM pg_constraint
         WHERE conrelid = relation.oid AND contype = 'f' AND confrelid <> conrelid) AS refers_to
     FROM pg_class AS relation JOIN pg_namespace AS schema ON schema.oid = relnamespace
     WHERE relkind = 'r' AND nspname = ANY ($1) ORDER BY name`,
    [schemas],
  )
  return rows
}

/** The columns of each table that a backup may fill: a name that stands here, and no other, may become part of a statement. */
export async function tablesToRestore(client: pg.ClientBase, site: TablesOfSite): Promise<Map<string, string[]>> {
  const notRestored = [...left, ...site.left]
  const tables = await ownTables(client)
  return new Map(tables.flatMap(({ name, columns }) => (notRestored.includes(name) ? [] : [[name, columns]])))
}

/** The tables to back up with their columns, every table after those it refers to. */
export async function tablesToBackUp(
  client: pg.ClientBase,
  site: TablesOfSite,
  isWithoutPersonal: boolean,
): Promise<Tables> {
  const impersonal = [...withoutPersonal, ...site.withoutPersonal]
  const notBackedUp = [...left, ...site.left]
  const rows = await ownTables(client)
  const wanted = rows.filter(({ name }) =>
    isWithoutPersonal ? impersonal.includes(name) : !notBackedUp.includes(name),
  )
  const ordered: Tables = {}
  while (Object.keys(ordered).length < wanted.length) {
    const next = wanted.find(
      ({ name, refers_to }) =>
        !(name in ordered) && refers_to.every((other) => other in ordered || !wanted.some((one) => one.name === other)),
    )
    if (!next) throw new Error('Some tables refer to each other in a circle.')
    ordered[next.name] = next.columns
  }
  return ordered
}

export async function readSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname = ANY ($1)`,
    [schemas],
  )
  const sequences: { [name: string]: { last: number; isCalled: boolean } } = {}
  for (const { name } of rows) {
    const found = await client.query<{ last: number; is_called: boolean }>(
      `SELECT last_value AS last, is_called FROM ${name}`,
    )
    const [row] = found.rows
    if (row) sequences[name] = { last: row.last, isCalled: row.is_called }
  }
  return sequences
}

/** Tables in our schemas; none in a database that was just created. */
export async function countTables(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM pg_tables WHERE schemaname = ANY ($1)', [
    [...schemas, 'read'],
  ])
  return rows[0]?.count ?? 0
}
