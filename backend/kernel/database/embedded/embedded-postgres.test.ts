import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { fastDisk } from '../../../../test/support/database/fast-disk.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import { runningServer } from './process.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(fastDisk(), 'campaign-data-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const clusterOf = async (url: string): Promise<string> => {
  const [row] = await ask(url, 'SHOW data_directory')
  return typeof row === 'object' && row !== null && 'data_directory' in row ? String(row.data_directory) : ''
}

it('has short files of the log, keeps its data across restarts, is adopted when its parent was killed, and restarts when it is killed itself', async () => {
  const folder = dataFolder()
  const first = await embeddedPostgres(folder, 'test')
  await first.start()
  await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS n')
  expect(await ask(first.url, 'SHOW wal_segment_size')).toEqual([{ wal_segment_size: '4MB' }])
  expect(await ask(first.url, 'SHOW max_wal_size')).toEqual([{ max_wal_size: '1GB' }])
  await first.stop()

  const mark = readFileSync(join(folder, 'cluster'), 'utf8')
  expect(mark).toMatch(/^\d{19} postgres\n$/)
  rmSync(join(folder, 'cluster')) // as in a data folder of a version without marks
  const second = await embeddedPostgres(folder, 'test')
  await second.start()
  expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  expect(readFileSync(join(folder, 'cluster'), 'utf8')).toBe(mark)

  const adopted = await embeddedPostgres(folder, 'test') // as after kill -9 of the program: the server is still running
  await adopted.start()
  expect(adopted.url).toBe(second.url)

  const cluster = await clusterOf(adopted.url)
  const before = runningServer(cluster)?.pid ?? 0
  process.kill(before, 'SIGKILL')
  await expect
    .poll(() => ask(adopted.url, 'SELECT n FROM kept').catch(() => 'down'), { timeout: 20_000 })
    .toEqual([{ n: 1 }])
  await Promise.all([adopted.stop(), second.stop()])
})

it('starts in a data folder that only its owner may enter, root too', async () => {
  const folder = dataFolder()
  chmodSync(folder, 0o700)
  const closed = await embeddedPostgres(folder, 'test')
  await closed.start()
  const cluster = await clusterOf(closed.url)
  onTestFinished(() => {
    for (const path of [cluster, `${cluster}.of`]) rmSync(path, { recursive: true, force: true })
  })
  expect(await ask(closed.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await closed.stop()
})

it('says that the data folder is not writable when it cannot log there', async () => {
  const folder = dataFolder()
  const postgres = await embeddedPostgres(folder, 'test')
  mkdirSync(join(folder, 'postgres.log'))
  await expect(postgres.start()).rejects.toThrow(/^The data folder .* is not writable\. Correct its owner/)
})

it('rejects a data folder of another PostgreSQL version and says what to do', async () => {
  const folder = dataFolder()
  const postgres = await embeddedPostgres(folder, 'test')
  await postgres.start()
  const cluster = await clusterOf(postgres.url)
  await postgres.stop()
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n')
  await expect(embeddedPostgres(folder, 'test')).rejects.toThrow(
    /written by PostgreSQL 15 .* set DATA_DIR to a new folder/,
  )
})
