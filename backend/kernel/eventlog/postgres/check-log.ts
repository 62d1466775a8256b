import type pg from 'pg'

const tail = 1000 // events

type Found = {
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  head: string | null
  first: string | null
  last: string | null
  in_tail: string
}

/**
 * A quick check of the Postgres log at startup: could a crash lose acknowledged events, and do positions and counter
 * agree (both ends, and the last 1000 one by one)? Returns one sentence per finding; empty when all is well. `npm run
 * verify` is the complete check.
 */
export async function checkLog(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Found>(`
    SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit,
      (SELECT position FROM eventlog.head)::text AS head,
      (SELECT min(position) FROM eventlog.events)::text AS first,
      (SELECT max(position) FROM eventlog.events)::text AS last,
      (SELECT count(*) FROM eventlog.events
        WHERE position > (SELECT max(position) FROM eventlog.events) - ${tail})::text AS in_tail`)
  const [found] = rows
  if (!found) throw new Error('The database returned nothing for the check of the event log.')

  const findings = (['fsync', 'full_page_writes', 'synchronous_commit'] as const)
    .filter((setting) => found[setting] === 'off')
    .map(
      (setting) =>
        `PostgreSQL runs with ${setting} = off, so a crash can lose acknowledged events. Set ${setting} = on and restart it.`,
    )

  const { first, last, head } = found
  if (head === null) {
    findings.push('The event log has lost its counter (table eventlog.head is empty). Restore it from a backup.')
  } else if (head !== (last ?? '0')) {
    findings.push(
      `The counter of the event log is at ${head} but its last event is at ${last ?? '0'}. Events were removed or ` +
        'added outside the application. Restore it from a backup and run `npm run verify`.',
    )
  }
  if (first !== null && first !== '1') {
    findings.push(`The event log starts at position ${first}, not 1. Restore the first events from a backup.`)
  }
  if (Number(found.in_tail) !== Math.min(Number(last), tail)) {
    findings.push(
      `Events are missing among the last ${tail} of the event log. Run \`npm run verify\` to find the first one, and restore it from a backup.`,
    )
  }
  return findings
}
