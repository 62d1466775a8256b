import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { sealFile } from '../../backend/kernel/eventlog/integrity/seal-file.ts'
import type { Product } from '../support/app/app.ts'
import { sealsOf, settled, start, temporaryFolder } from '../support/app/restarted-site.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { asOwner, createCopyOf } from '../support/database/database.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
const removeWords = /UPDATE eventlog\.events[^`]+/.exec(operations)?.[0] ?? ''

/** As releases up to 0.4 wrote it. */
const writeInClear = `UPDATE eventlog.events SET data = left(data, -1) || ',"availability":"Mornings","interests":["Rides"]}'
  WHERE type = 'VolunteerApplied'`

const call = ({ http }: Product, cookie: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  http.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin', cookie }, ...(payload && { payload }) })

it('old words of erased people are removed from the log as the docs say, and it is sealed anew', async () => {
  const put = { database: await createCopyOf('template_projected'), folder: temporaryFolder(), log: null }
  const { pool } = put.database
  async function removeSeals(name: string): Promise<void> {
    await asOwner(pool, 'DELETE FROM eventlog.seals')
    renameSync(sealFile(put.folder), join(put.folder, name))
  }

  const first = await start(put)
  const cookie = await signUpAt(first.app, 'ada@example.org', first.app.firstAdminToken)
  for (const name of ['ruth', 'orpah']) {
    const volunteer = { firstName: name, lastName: 'Moab', email: `${name}@example.org` }
    expect((await call(first.app, cookie, 'POST', '/api/volunteers', volunteer)).statusCode).toBe(201)
  }
  await settled(first.app, put.folder)
  await first.stop()
  await asOwner(pool, writeInClear)
  await removeSeals('seals-of-the-new-release.jsonl')

  const second = await start(put)
  await call(second.app, cookie, 'POST', '/api/admin/erasures', { email: 'ruth@example.org' })
  await settled(second.app, put.folder)
  await second.stop()
  expect((await asOwner(pool, removeWords)).rows).toHaveLength(1)
  await removeSeals('seals-before.jsonl')
  const { rows } = await asOwner(pool, "SELECT data FROM eventlog.events WHERE data LIKE '%Mornings%'")
  expect(rows).toHaveLength(1)

  const third = await start(put)
  await settled(third.app, put.folder)
  expect(await sealsOf(third.app, put.folder)).toMatchObject({ unsealed: 0, damage: null })
  expect((await third.app.http.inject('/readyz')).json().checks).toMatchObject({ sealChain: 'ok', setAsideEvents: 0 })
  const volunteers = (await call(third.app, cookie, 'GET', '/api/admin/volunteers')).json()
  expect(volunteers).toMatchObject([{ firstName: 'orpah' }, { isErased: true, availability: null, interests: [] }])
})
