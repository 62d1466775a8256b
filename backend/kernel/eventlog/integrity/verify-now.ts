import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { connectionWith } from '../../database/connect.ts'
import { withClient } from '../../database/transaction.ts'
import type { EventLog, RecordedEvent } from '../event-log.ts'
import type { SealKeys } from './seal-chain.ts'
import { readSealFile, sealFile } from './seal-file.ts'
import { readSealTable } from './seal-table.ts'
import { eventsOf, verifyLog } from './verify.ts'
import { verdictSentence } from './verify-command.ts'

export type Finding = {
  /** Position of the last sealed event; null when the verification found a problem, or nothing is sealed. */
  upTo: string | null
  seals: number
  events: number
  unsealed: number
  isIntact: boolean
  finding: string
}

export type SealVerifier = {
  newest(): Promise<{ upTo: string; at: string } | null>
  /** Null while another verification runs in any process. */
  verify(): Promise<Finding | null>
}

/** An arbitrary number that nothing else locks in this database. */
const lockId = 5_347_117

/** `npm run verify` for the running application. It yields to other requests after every few events. */
export function createSealVerifier({
  log,
  pool,
  folder,
  keys,
}: {
  log: EventLog
  pool: pg.Pool
  /** Where seals.jsonl is. */
  folder: string
  keys: SealKeys
}): SealVerifier {
  async function newest() {
    const { rows } = await pool.query<{ upTo: string; at: string }>(
      `SELECT last_position AS "upTo", sealed_at AS at FROM eventlog.seals ORDER BY seq DESC LIMIT 1`,
    )
    const [seal] = rows
    return seal ? { upTo: seal.upTo, at: new Date(seal.at).toISOString() } : null
  }

  async function compare(): Promise<Finding> {
    const seal = await newest()
    const { damage, seals, events, unsealed, ...rest } = await verifyLog({
      events: inTurns(eventsOf(log)),
      seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
      ...keys,
    })
    const isIntact = damage === null
    const finding = verdictSentence({ damage, seals, events, unsealed, ...rest })
    return { upTo: isIntact && seal ? seal.upTo : null, seals, events, unsealed, isIntact, finding }
  }

  return {
    newest,
    async verify() {
      // Beside the pool, which the comparison asks: a lock ends with its connection.
      const own = connectionWith(pool, {})
      return withClient(own, async (client) => {
        const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${lockId}) AS taken`)
        return rows[0]?.taken === true ? await compare() : null
      }).finally(() => own.end())
    },
  }
}

async function* inTurns(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent> {
  let count = 0
  for await (const event of events) {
    yield event
    if (++count % 200 === 0) await turn()
  }
}
