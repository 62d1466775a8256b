import type { KeyObject } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { LogCorrupted } from '../event-log.ts'
import { fromDer } from './public-key.ts'
import type { Seal } from './seal.ts'
import { joinDigests, splitDigests } from './seal-text.ts'

type Row = {
  seq: number
  positions: string
  digests: Buffer
  merkle_root: Buffer
  previous_hash: Buffer
  hash: Buffer
  signature: Buffer
  sealed_at: string
  public_key: Buffer | null
}

const columns = 'seq, positions, digests, merkle_root, previous_hash, hash, signature, sealed_at, public_key'
const pageSize = 50 // seals: a few megabytes

const toSeal = (row: Row): Seal => ({
  seq: Number(row.seq),
  events: splitDigests(row.positions.split(' '), row.digests),
  root: row.merkle_root,
  previousHash: row.previous_hash,
  hash: row.hash,
  signature: row.signature,
  sealedAt: new Date(row.sealed_at).toISOString(),
  publicKey: row.public_key,
})

/** Reads the table eventlog.seals in order from seal `from` on, including any gaps. */
export async function* readSealTable(database: Pool | ClientBase, from = 1): AsyncGenerator<Seal> {
  for (let after = from - 1; ; ) {
    const { rows } = await database.query<Row>(
      `SELECT ${columns} FROM eventlog.seals WHERE seq > $1 ORDER BY seq LIMIT ${pageSize}`,
      [after],
    )
    for (const row of rows) yield toSeal(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.seq
  }
}

/** The number of the newest seal in the table; 0 before the first. */
export async function newestSealNumber(database: Pool | ClientBase): Promise<number> {
  const { rows } = await database.query<{ seq: number | null }>('SELECT max(seq) AS seq FROM eventlog.seals')
  return Number(rows[0]?.seq ?? 0)
}

/**
 * The key that has to sign the seal after `upTo` (default: the next one) according to the table: the last one announced,
 * else `firstKey`; null before the first seal. Only `readChain` proves it. Throws LogCorrupted.
 */
export async function keyInEffect(
  database: Pool | ClientBase,
  firstKey: KeyObject,
  upTo: number | null = null,
): Promise<KeyObject | null> {
  const { rows } = await database.query<{ public_key: Buffer | null }>(
    `SELECT (SELECT public_key FROM eventlog.seals WHERE public_key IS NOT NULL AND ($1::bigint IS NULL OR seq <= $1)
             ORDER BY seq DESC LIMIT 1)
     FROM eventlog.seals LIMIT 1`,
    [upTo],
  )
  const [newest] = rows
  if (newest === undefined) return null
  const key = newest.public_key === null ? firstKey : fromDer(newest.public_key)
  if (key === null) throw new LogCorrupted('A seal announces a key that cannot be read. Run `npm run verify`.')
  return key
}

/** Number of events that the table's seals cover. */
export async function countSealed(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number | null }>(
    'SELECT sum(event_count)::bigint AS total FROM eventlog.seals',
  )
  return Number(rows[0]?.total ?? 0)
}

export async function insertSeal(database: Pool | ClientBase, seal: Seal): Promise<void> {
  await database.query(
    `INSERT INTO eventlog.seals (${columns}, first_position, last_position, event_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      seal.seq,
      seal.events.map(({ position }) => position).join(' '),
      joinDigests(seal.events),
      seal.root,
      seal.previousHash,
      seal.hash,
      seal.signature,
      seal.sealedAt,
      seal.publicKey,
      seal.events[0]?.position,
      seal.events.at(-1)?.position,
      seal.events.length,
    ],
  )
}
