import { readRemembered } from '../composition/remembered-positions.ts'
import { giveUpUnknown } from '../kernel/backup/eventstore-log.ts'
import type { Position } from '../kernel/eventlog/event-log.ts'
import { cutSeals } from '../kernel/eventlog/integrity/cut-seals.ts'
import { ChainBroken } from '../kernel/eventlog/integrity/seal-chain.ts'
import { readSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'
import { keyInEffect, readSealTable } from '../kernel/eventlog/integrity/seal-table.ts'
import { createSealer } from '../kernel/eventlog/integrity/sealer.ts'
import { findSharedEnd, type SharedEnd } from '../kernel/eventlog/integrity/shared-end.ts'
import { rebuild } from '../kernel/projector/rebuild.ts'
import type { RewindParts } from './rewind-parts.ts'
import { putBackMail } from './rewound-mail.ts'
import { createPeople, eraseAgain, putBackAccounts } from './rewound-people.ts'
import { putBackStaffSets } from './rewound-sets.ts'

/**
 * `npm run admin -- rewind`: after the log was put back from an older copy, everything that remembers a position goes back
 * to the last event that it shares with the log. Every step can be repeated. Returns the exit code.
 */
export async function rewind(parts: RewindParts): Promise<0 | 1> {
  const { core, pool, folder, sealKey, print } = parts
  const sealer = createSealer({ log: core.log, pool, folder, ...sealKey })
  try {
    if (!(await sealer.take())) {
      print('The site is running. Stop all of its processes, then run this again.')
      return 1
    }
    return await putBack(parts)
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error
    print(
      `${error.message} Nothing was changed. Run \`npm run verify\`, restore the seals from a backup, then try again.`,
    )
    return 1
  } finally {
    await sealer.close()
  }
}

async function putBack(parts: RewindParts): Promise<0 | 1> {
  const { core, pool, folder, sealKey, print } = parts
  const remembered = new Set((await readRemembered(pool, folder)).map(({ position }) => position))
  const people = createPeople()
  const end = await findSharedEnd({
    log: core.log,
    seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
    keys: { publicKey: (await keyInEffect(pool, sealKey.firstKey)) ?? sealKey.publicKey, firstKey: sealKey.firstKey },
    isRemembered: (position) => remembered.has(position),
    onEvent: people.note,
  })
  const { last } = end
  if (last === null) {
    print(
      remembered.size === 0
        ? 'Nothing has read the log yet, so there is nothing to put back.'
        : 'The log shares no event with this database: it is empty, or another one. Nothing was changed. Restore the log that belongs to this database, or set EVENTSTORE_URL to it.',
    )
    return remembered.size === 0 ? 0 : 1
  }
  const { position } = last
  print(`The last event that the log shares with this database is the one at position ${position}.`)
  await putBackReactors(parts, position)
  await putBackSeals(parts, end)
  await putBackMail(parts, JSON.parse(last.metadata).at)
  await pool.query('DELETE FROM app.past_views')
  // A visitor who repeats what the log lost submits it again.
  await pool.query('DELETE FROM app.idempotency_answers')
  await core.continueNumbers(null)
  const lost = await giveUpUnknown(pool, core.log, null)
  if (lost > 0) print(`People whose keys are lost: ${lost}. What they wrote shows as erased.`)
  const { switched, failed } = await rebuild({ ...core, pool, fresh: true })
  print(`Rebuilt ${switched.length} read models from the log.`)
  for (const { projection, reason } of failed) print(`Not rebuilt: ${projection}. ${reason}`)
  await putBackStaffSets(parts)
  await putBackAccounts(parts, people)
  // The log may have lost which keys were revoked, and the numbers of those that it lost are given again.
  const { rowCount } = await pool.query('DELETE FROM app.api_keys')
  if (rowCount) print(`API keys that no longer work: ${rowCount}. Issue new ones for the programs that you still use.`)
  await eraseAgain(parts, people, position)
  print('Start the site. What people wrote after that event is lost, unless a newer copy of the log is found.')
  return failed.length === 0 ? 0 : 1
}

/** They go on behind the shared events, all of which they have handled: no mail is sent twice. */
async function putBackReactors({ core: { log }, pool, print }: RewindParts, end: Position): Promise<void> {
  const { rows } = await pool.query<{ reactor: string; position: Position | null }>(
    'SELECT reactor, position FROM app.reactor_checkpoints ORDER BY reactor',
  )
  const ahead = rows.filter(({ position }) => position !== null && log.compare(position, end) > 0)
  await pool.query(
    `UPDATE app.reactor_checkpoints SET failing_at_position = NULL, failing_reason = NULL,
       position = CASE WHEN reactor = ANY ($1) THEN $2 ELSE position END`,
    [ahead.map(({ reactor }) => reactor), end],
  )
  print(`Put back ${ahead.length} of ${rows.length} reactors. No mail that was sent is sent again.`)
}

async function putBackSeals({ owner, folder, now, print }: RewindParts, { seals, allSeals }: SharedEnd): Promise<void> {
  if (seals === allSeals) return
  const whole = await cutSeals(owner, folder, seals, now())
  print(
    `Seals ${seals + 1} to ${allSeals} cover events that the log does not have, and were removed; the next ones continue from seal ${seals}. All of them are still in ${whole}: keep it.`,
  )
}
