import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { createDailyBackup } from './daily-backup.ts'
import { checkBackup } from './restore-backup.ts'
import { latestBackup, recordBackup } from './taken-backups.ts'

it('takes one a day unless another was taken, and keeps the newest of its own', async () => {
  const { pool } = await createTestDatabase()
  const parent = mkdtempSync(join(tmpdir(), 'campaign-backups-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'made')
  const signingKey = Buffer.alloc(32, 1)
  const source = {
    pool,
    program: '0.3.0',
    secretMark: 'mark',
    signingKey,
    personalFields: {},
    tablesOfSite: { left: [], withoutPersonal: [] },
    folders: {},
    eventStoreLog: null,
  }
  const backUp = createDailyBackup({ source, folder, keep: 2 })

  await backUp(new Date('2031-05-01T04:00:00Z'))
  expect(readdirSync(folder)).toEqual(['backup-20310501-040000.tar.gz'])
  expect(await checkBackup(join(folder, 'backup-20310501-040000.tar.gz'))).toMatchObject({
    manifest: { program: '0.3.0' },
  })
  expect(await latestBackup(source)).toEqual(new Date('2031-05-01T04:00:00Z'))
  await backUp(new Date('2031-05-02T03:00:00Z'))
  expect(readdirSync(folder)).toHaveLength(1)

  writeFileSync(join(folder, 'a-file-of-someone.tar.gz'), '')
  await pool.query("INSERT INTO app.backups VALUES ('2031-05-02T03:00:00Z', 1, '\\x00')")
  expect(await latestBackup(source)).toEqual(new Date('2031-05-01T04:00:00Z'))
  await expect(pool.query("INSERT INTO app.backups VALUES ('2031-05-02T03:00:01Z', 1)")).rejects.toThrow(/marked/)
  await recordBackup(source, { takenAt: new Date('2031-05-02T03:30:00Z'), bytes: 1 })
  await backUp(new Date('2031-05-02T05:00:00Z'))
  expect(readdirSync(folder)).toHaveLength(2)
  // A process was killed while it wrote these.
  writeFileSync(join(folder, 'backup-20310503-030000.tar.gz.part'), '')
  writeFileSync(join(folder, 'backup-20310503-031500.tar.gz.part'), '')
  for (const day of ['03', '04', '05']) await backUp(new Date(`2031-05-${day}T04:00:00Z`))
  expect(readdirSync(folder).toSorted()).toEqual([
    'a-file-of-someone.tar.gz',
    'backup-20310504-040000.tar.gz',
    'backup-20310505-040000.tar.gz',
  ])
})
