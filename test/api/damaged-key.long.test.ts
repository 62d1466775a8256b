import { expect, it, onTestFinished, vi } from 'vitest'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { type CoreOverrides, createCore } from '../../backend/core.ts'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { createProjector } from '../../backend/kernel/projector/projector.ts'
import { rebuild } from '../../backend/kernel/projector/rebuild.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { asOwner } from '../support/database/database.ts'

const appSecret = Buffer.from('a secret of 32 bytes or even more').toString('base64')

const pray = ({ http }: Product, firstName: string) =>
  http.inject({
    method: 'POST',
    url: '/api/prayers',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { prayer: `Words of ${firstName}`, firstName, email: `${firstName}@example.org` },
  })

/** Another process of the same site: it has not read any key yet. */
async function otherCore(database: Database, overrides?: CoreOverrides) {
  const alarms: string[] = []
  const core = await createCore({
    config: { eventStoreUrl: undefined, eventStoreStreamPrefix: undefined, isHttps: false, isProduction: false },
    secrets: loadSecrets({ appSecret, dataDir: '/nowhere' }),
    database,
    locate: async () => null,
    onAlarm: (sentence) => alarms.push(sentence),
    overrides,
  })
  onTestFinished(() => core.log.close())
  return { core, alarms }
}

async function siteWithDamagedKey() {
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { APP_SECRET: appSecret },
  })
  await app.projector.close()
  for (const name of ['Ruth', 'Naomi', 'Boaz']) expect((await pray(app, name)).statusCode).toBe(201)
  const { pool } = app.database
  const { rows } = await asOwner(
    pool,
    `UPDATE eventlog.subject_keys SET wrapped_key = '\\x00' WHERE email_hash = decode($1, 'hex') RETURNING subject`,
    [app.core.subjects.emailHash('naomi@example.org')],
  )
  const prayers = async () =>
    (await pool.query<{ prayer: string }>('SELECT prayer FROM read.prayers ORDER BY id')).rows.map(
      ({ prayer }) => prayer,
    )
  return { app, pool, subject: rows[0]?.subject ?? '', prayers }
}

it('the projector and a rebuild skip the fields of a subject whose key is damaged, and report it once', async () => {
  const { app, pool, subject, prayers } = await siteWithDamagedKey()
  const { core, alarms } = await otherCore(app.database)
  const projector = createProjector({ ...core, pool })
  onTestFinished(() => projector.close())
  projector.start()
  await expect.poll(prayers).toEqual(['Words of Ruth', '[erased]', 'Words of Boaz'])
  expect((await projector.status()).alarm).toBeNull()
  const sentence = `The key of 1 person cannot be opened, so what they wrote shows as erased (subject ${subject}). Restore their rows of eventlog.subject_keys from a backup, then run npm run rebuild.`
  expect(alarms).toEqual([sentence])
  expect(await rebuild({ ...core, pool })).toMatchObject({ failed: [] })
  expect(await prayers()).toEqual(['Words of Ruth', '[erased]', 'Words of Boaz'])
  expect(alarms).toEqual([sentence])
  expect([...core.unreadableSubjects()]).toEqual([subject])
})

it('a rebuild after the key was restored shows the words again', async () => {
  const { app, pool, subject, prayers } = await siteWithDamagedKey()
  const [event] = (await app.core.log.readAll(null, 1000)).filter(({ data }) => data.includes(subject))
  expect(event?.type).toBe('PrayerSubmitted')
  const key = (await app.core.subjects.read([subject])).get(subject)
  const { core } = await otherCore(app.database)
  await rebuild({ ...core, pool })
  expect(await prayers()).toEqual(['Words of Ruth', '[erased]', 'Words of Boaz'])
  const { core: restored } = await otherCore(app.database, {
    subjects: {
      ...core.subjects,
      read: async (asked) => (await core.subjects.read(asked)).set(subject, key ?? 'erased'),
    },
  })
  await rebuild({ ...restored, pool })
  expect(await prayers()).toEqual(['Words of Ruth', 'Words of Naomi', 'Words of Boaz'])
})

it('new events for it are rejected: the answer is 409 and says why', async () => {
  const { app } = await siteWithDamagedKey()
  const { core } = await otherCore(app.database)
  const read = vi.spyOn(app.core.subjects, 'read').mockImplementation(core.subjects.read)
  onTestFinished(() => read.mockRestore())
  const answer = await pray(app, 'Naomi')
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringMatching(/^The key of .* is damaged/)])
  expect((await pray(app, 'Ruth')).statusCode).toBe(201)
})
