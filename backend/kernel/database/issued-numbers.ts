import type { Pool } from 'pg'
import { errorNames } from '../../../records/http/error-names.ts'
import { createBatcher } from '../concurrency/batcher.ts'

/** A request that may be repeated: its key and a keyed hash of the request. Both hexadecimal. */
export type RepeatableCommand = { commandId: string; fingerprint: string }

/** The Idempotency-Key was already used for a different request (422). */
export class IdempotencyMismatch extends Error {
  override readonly name = errorNames.idempotencyMismatch
  constructor() {
    super('This Idempotency-Key was already used for a different request. Send a new key.')
  }
}

export type IssuedNumbers = {
  /** A number of the sequence; the same one again when the command is repeated. Throws IdempotencyMismatch. */
  next(sequence: string, command: RepeatableCommand): Promise<number>
  /** Draws another number for the command, because the log has used this one for something else. */
  replace(sequence: string, command: RepeatableCommand, taken: number): Promise<void>
  /** Records which request the key stands for. Throws IdempotencyMismatch. */
  register(command: RepeatableCommand): Promise<void>
  /** Deletes rows older than the kept answers. */
  clean(): Promise<void>
}

type Row = { command_id: Buffer; fingerprint: Buffer; number: number | null }

const lifetime = '25 hours'
const remembered = 5000 // commands

// Rewrites the conflicting row, so that it is returned even when another process has just inserted it.
const issue = (number: string, conflict: string) => `
  INSERT INTO eventlog.issued_numbers AS issued (command_id, fingerprint, number)
  SELECT command.id, command.fingerprint, ${number} FROM unnest($1::bytea[], $2::bytea[]) AS command (id, fingerprint)
  ORDER BY command.id
  ON CONFLICT (command_id) DO UPDATE SET ${conflict}
  RETURNING command_id, fingerprint, number`

// Skipping the disk sync is safe: a row that a crash loses is still compared with the events in the log.
const relaxed = (statement: string) => `
  WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  ${statement.replace('FROM unnest', 'FROM relaxed, unnest')}`

/**
 * For a log that recognizes a repeated creation only in the same stream: the number in the stream’s name is drawn once
 * per command and durable before the event is. Concurrent requests share a statement.
 */
export function createIssuedNumbers(pool: Pool): IssuedNumbers {
  /** Caches the latest commands of this process, which often consist of several parts. */
  const fingerprints = new Map<string, string>()

  function remember({ commandId, fingerprint }: RepeatableCommand): void {
    fingerprints.set(commandId, fingerprint)
    for (const oldest of fingerprints.keys()) {
      if (fingerprints.size <= remembered) break
      fingerprints.delete(oldest)
    }
  }

  const batched = (name: string, text: string) =>
    createBatcher<RepeatableCommand, Row>(async (commands) => {
      // The first of several with the same key counts.
      const first = [...new Map(commands.toReversed().map((command) => [command.commandId, command])).values()]
      const { rows } = await pool.query<Row>({
        name,
        text,
        values: [
          first.map(({ commandId }) => Buffer.from(commandId, 'hex')),
          first.map(({ fingerprint }) => Buffer.from(fingerprint, 'hex')),
        ],
      })
      const byId = new Map(rows.map((row) => [row.command_id.toString('hex'), row]))
      return commands.map((command) => {
        const row = byId.get(command.commandId)
        if (!row) return new Error('The database issued no number.')
        if (row.fingerprint.toString('hex') !== command.fingerprint) return new IdempotencyMismatch()
        remember(command)
        return row
      })
    })

  const issuers = new Map<string, ReturnType<typeof batched>>()
  function issuerOf(sequence: string) {
    const known = issuers.get(sequence)
    if (known) return known
    const number = `nextval('eventlog.${sequence}_id_seq')`
    const issuer = batched(`issue-${sequence}`, issue(number, 'number = coalesce(issued.number, excluded.number)'))
    issuers.set(sequence, issuer)
    return issuer
  }
  const registrar = batched('register-command', relaxed(issue('NULL', 'command_id = excluded.command_id')))

  return {
    async next(sequence, command) {
      const row = await issuerOf(sequence)(command)
      return Number(row.number)
    },
    async replace(sequence, { commandId }, taken) {
      // The same command may run twice at once: the first of them replaces the number.
      await pool.query(
        `UPDATE eventlog.issued_numbers SET number = nextval('eventlog.${sequence}_id_seq')
         WHERE command_id = decode($1, 'hex') AND number = $2`,
        [commandId, taken],
      )
    },
    async register(command) {
      const fingerprint = fingerprints.get(command.commandId)
      if (fingerprint === command.fingerprint) return
      if (fingerprint !== undefined) throw new IdempotencyMismatch()
      await registrar(command)
    },
    async clean() {
      await pool.query(`DELETE FROM eventlog.issued_numbers WHERE issued_at <= now() - interval '${lifetime}'`)
    },
  }
}
