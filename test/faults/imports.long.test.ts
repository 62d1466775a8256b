import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { fileImport, importReport } from '../../contract/imports.ts'
import { type ImportKind, importKinds } from '../../records/import-kinds.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin } from '../support/app/visitor.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { length } from '../support/run/length.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const rows = length(5000, 1500)
const files: { [Kind in ImportKind]: [heading: string, line: (n: number) => string] } = {
  donations: ['First name,Last name,Email,Amount,Date', (n) => `Ruth,Hill,gift${n}@example.org,${n + 1},2026-02-11`],
  'email-signups': ['Email,Consent source', (n) => `sign${n}@example.org,County fair`],
  volunteers: ['Email,First name,Last name,Consent source', (n) => `help${n}@example.org,Ruth,Hill,County fair`],
  'opt-outs': ['Email', (n) => `stop${n}@example.org`],
}
const tables: { [Kind in ImportKind]: string } = {
  donations: 'read.donations',
  'email-signups': 'read.email_signups',
  volunteers: 'read.volunteers',
  'opt-outs': 'read.mail_suppressions',
}

it('an import that a kill -9 ended is completed from the rows that wait, and no row counts twice', async () => {
  const database = await createProjectedDatabase()
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const start = () => createTestApp({ http: 'socket', folder, env: { DATABASE_URL: database.url } })
  let app = await start()
  onTestFinished(() => app.kill())
  const admin = await firstAdmin(app)
  const written = async (kind: ImportKind) => {
    const { rows } = await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${tables[kind]}`)
    return rows[0]?.count ?? 0
  }

  for (const kind of importKinds) {
    const [heading, line] = files[kind]
    const file = [heading, ...Array.from({ length: rows }, (_, n) => line(n))].join('\n')
    const begin = async (check: () => Promise<unknown>) => {
      // A plan may be out of date at once: after a crash, a reactor completes the list of people who get no email.
      for (;;) {
        const report = importReport.parse(await check())
        const key = randomUUID()
        const start = () => admin.at(app.url).post(`/api/admin/imports/${kind}?plan=${report.plan}`, undefined, { key })
        let started = await start()
        if (started.status === 409) continue
        // Started; on a busy machine the read table shows it a moment later, and the same request then returns it.
        while (started.status === 503 || started.status === 409) {
          await delay(100)
          started = await start()
        }
        return { report, id: fileImport.parse(started.json).id }
      }
    }
    const send = async () => (await admin.at(app.url).post(`/api/admin/imports/${kind}/check`, file)).json
    const again = async () => {
      const [waiting] = z
        .array(importReport.pick({ id: true }))
        .parse((await admin.at(app.url).get('/api/admin/imports/waiting')).json)
      const path = `/api/admin/imports/waiting/${waiting?.id}`
      const { choices } = importReport.parse((await admin.at(app.url).get(path)).json)
      return (await admin.at(app.url).put(path, choices)).json
    }
    await begin(send)
    while ((await written(kind)) < rows / 10) await delay(5)
    await app.kill()
    expect(await written(kind)).toBeLessThan(rows)

    app = await start()
    const { report, id } = await begin(again)
    expect(report).toMatchObject({ rows, refused: 0, changed: 0 })
    const finishedAt = async () => {
      const all = z.array(fileImport).parse((await admin.at(app.url).get('/api/admin/imports')).json)
      return all.find((one) => one.id === id)?.finishedAt
    }
    await expect.poll(finishedAt, { timeout: 120_000, interval: 100 }).toEqual(expect.any(String))
    expect([kind, await written(kind)]).toEqual([kind, rows])
  }
})
