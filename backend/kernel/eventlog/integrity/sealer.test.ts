import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asOwner, createTestDatabase } from '../../../../test/support/database/database.ts'
import { fill } from '../../../../test/support/log/recorded.ts'
import { newSigner, type SealedLog, sealedLog, temporaryFolder } from '../../../../test/support/log/sealed-log.ts'
import { LogCorrupted } from '../event-log.ts'
import { createMemoryLog } from '../memory.ts'
import { createPostgresLog } from '../postgres/postgres-log.ts'
import { readSealFile, sealFile } from './seal-file.ts'
import { readSealTable } from './seal-table.ts'
import { createSealer } from './sealer.ts'
import { eventsOf, verifyLog } from './verify.ts'

const inTable = ({ pool }: SealedLog) => Array.fromAsync(readSealTable(pool))
const inFile = ({ folder }: SealedLog) => Array.fromAsync(readSealFile(sealFile(folder)))

/** The sealer after a restart of the application. */
async function restart({ log, pool, folder, signer, sealer }: SealedLog) {
  await sealer.close()
  const next = createSealer({ log, pool, folder, signer, maxEvents: 3 })
  onTestFinished(() => next.close())
  return next
}

describe('the sealer', () => {
  it('seals new events batch by batch, in the table and in the file', async () => {
    const sealed = await sealedLog('PostgreSQL')
    const positions = (await inTable(sealed)).map(({ events }) => events.map(({ position }) => position))
    expect(positions).toEqual([
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['7', '8'],
    ])
    expect(await inFile(sealed)).toEqual(await inTable(sealed))
  })

  it('does nothing when there are no new events', async () => {
    const { sealer } = await sealedLog('PostgreSQL')
    expect(await sealer.runOnce()).toBe(0)
  })

  it('continues after the last seal when restarted', async () => {
    const sealed = await sealedLog('PostgreSQL')
    const next = await restart(sealed)
    await fill(sealed.log, 1, 9)
    expect(await next.runOnce()).toBe(1)
    expect((await sealed.verify()).damage).toBeNull()
  })

  it('runs in one process at a time; another takes over when it stops', async () => {
    const { log, pool, folder, signer, sealer } = await sealedLog('PostgreSQL')
    const other = createSealer({ log, pool, folder, signer })
    onTestFinished(() => other.close())
    await fill(log, 1, 9)
    expect(await other.runOnce()).toBe(0)
    await sealer.close()
    expect(await other.runOnce()).toBe(1)
  })

  it.each([
    ['before the file was written', (lines: string[]) => lines.slice(0, 2)],
    ['in the middle of a line of the file', (lines: string[]) => [...lines.slice(0, 2), lines[2]?.slice(0, 50) ?? '']],
  ])('completes the file after a crash %s', async (_when, cut) => {
    const sealed = await sealedLog('PostgreSQL')
    const whole = await readFile(sealFile(sealed.folder), 'utf8')
    const lines = whole.split(/(?<=\n)/)
    await writeFile(sealFile(sealed.folder), cut(lines).join(''))
    const next = await restart(sealed)
    await next.runOnce()
    expect(await readFile(sealFile(sealed.folder), 'utf8')).toBe(whole)
  })

  it('completes the table from the file when the log confirms it', async () => {
    const sealed = await sealedLog('PostgreSQL')
    const before = await inTable(sealed)
    await asOwner(sealed.pool, 'DELETE FROM eventlog.seals WHERE seq = 3')
    const next = await restart(sealed)
    await next.runOnce()
    expect(await inTable(sealed)).toEqual(before)
  })

  it.each([
    [
      'table and file disagree',
      ({ pool }: SealedLog) => asOwner(pool, `UPDATE eventlog.seals SET sealed_at = now() WHERE seq = 2`),
    ],
    [
      'a seal is missing in the middle',
      ({ pool }: SealedLog) => asOwner(pool, 'DELETE FROM eventlog.seals WHERE seq = 2'),
    ],
    ['the file has an invalid line', ({ folder }: SealedLog) => appendFile(sealFile(folder), 'strange\n')],
    [
      'the log ends before its last seal',
      async ({ pool }: SealedLog) => {
        await asOwner(pool, 'DELETE FROM eventlog.events WHERE position > 6')
        await pool.query('UPDATE eventlog.head SET position = 6')
      },
    ],
  ])('raises an alarm and stops sealing when %s', async (_what, damage) => {
    const sealed = await sealedLog('PostgreSQL')
    await damage(sealed)
    await fill(sealed.log, 2, 9)
    const next = await restart(sealed)
    await expect(next.run(AbortSignal.timeout(20_000))).rejects.toBeInstanceOf(LogCorrupted)
    await expect(next.runOnce()).rejects.toThrow(/npm run verify|restore|trusted/)
  })

  it('checks the last seals only when it starts, and their events', async () => {
    const { pool } = await createTestDatabase()
    const folder = await temporaryFolder()
    const log = createPostgresLog(pool)
    const signer = newSigner()
    const start = () => {
      const sealer = createSealer({ log, pool, folder, signer, maxEvents: 1 })
      onTestFinished(() => sealer.close())
      return sealer
    }
    const first = start()
    await fill(log, 260)
    while ((await first.runOnce()) > 0);
    await first.close()

    const forge = (seq: number) => asOwner(pool, `UPDATE eventlog.seals SET sealed_at = now() WHERE seq = ${seq}`)
    await forge(2)
    await fill(log, 1, 261)
    const second = start()
    expect(await second.runOnce()).toBe(1)
    await second.close()

    const verdict = await verifyLog({
      events: eventsOf(log),
      seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
      publicKey: signer.publicKey,
    })
    expect(verdict).toMatchObject({ seals: 261, damage: { kind: 'seal', seal: 2 } })

    // Neither the newest seal nor its event.
    await asOwner(pool, `UPDATE eventlog.events SET data = '{}' WHERE position = 200`)
    const third = start()
    await expect(third.runOnce()).rejects.toThrow('The event log does not match seal 200.')
    await forge(240)
    await expect(third.runOnce()).rejects.toThrow('disagree about seal 240')
  })

  it('seals as soon as there are enough events for a whole seal', async () => {
    const { pool } = await createTestDatabase()
    const folder = await temporaryFolder()
    const log = createMemoryLog()
    const sealer = createSealer({ log, pool, folder, signer: newSigner(), maxEvents: 3, interval: 600_000 })
    const stop = new AbortController()
    await fill(log, 1)
    const running = sealer.run(stop.signal)
    const sizes = async () => (await Array.fromAsync(readSealFile(sealFile(folder)))).map(({ events }) => events.length)

    await expect.poll(sizes).toEqual([1])
    await fill(log, 4, 2)
    await expect.poll(sizes).toEqual([1, 3])
    await fill(log, 2, 6)
    await expect.poll(sizes).toEqual([1, 3, 3])
    stop.abort()
    await running
  })

  it('keeps sealing while events arrive, across a lost connection, until it is stopped', async () => {
    const { pool } = await createTestDatabase()
    const folder = await temporaryFolder()
    const log = createMemoryLog()
    const sealer = createSealer({ log, pool, folder, signer: newSigner(), interval: 5 })
    const stop = new AbortController()
    const running = sealer.run(stop.signal)
    const sealed = async () =>
      (await Array.fromAsync(readSealFile(sealFile(folder)))).reduce((count, { events }) => count + events.length, 0)

    await fill(log, 3)
    await expect.poll(sealed).toBe(3)
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    await fill(log, 3, 4)
    await expect.poll(sealed).toBe(6)
    stop.abort()
    await running
  })
})
