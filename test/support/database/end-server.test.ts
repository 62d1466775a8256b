import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../../../backend/kernel/database/embedded/alive.ts'
import { embeddedPostgres } from '../../../backend/kernel/database/embedded/embedded-postgres.ts'
import { runningServer } from '../../../backend/kernel/database/embedded/process.ts'
import { endServer } from './end-server.ts'
import { fastDisk } from './fast-disk.ts'

it('leaves no segment of shared memory behind', async () => {
  const folder = mkdtempSync(join(fastDisk(), 'campaign-data-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await embeddedPostgres(folder, 'test')
  await postgres.start()
  await postgres.leave() // as after kill -9 of the program
  const pid = runningServer(join(folder, 'postgres'))?.pid ?? 0
  const segments = readFileSync(`/proc/${pid}/maps`, 'utf8').match(/\/dev\/shm\/PostgreSQL\.\d+/g) ?? []
  expect(segments.length).toBeGreaterThan(0)
  await endServer(join(folder, 'postgres'))
  expect(isAlive(pid)).toBe(false)
  expect(segments.filter((segment) => existsSync(segment))).toEqual([])
})
