import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedSessions } from '../../backend/kernel/database/session-check.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { refusedStart } from '../support/app/running-app.ts'
import { visitor } from '../support/app/visitor.ts'
import { createEmptyDatabase } from '../support/database/database.ts'
import { hasPgBouncer, throughPgBouncer } from '../support/database/pgbouncer.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const secret = { APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' }

function dataFolder() {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  return folder
}

describe.runIf(hasPgBouncer)('behind PgBouncer', () => {
  it('by session the site works, whatever the defaults of the database are', async () => {
    const { url, pool } = await createEmptyDatabase()
    await pool.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET DateStyle = 'German, DMY'`)
    const env = { ...secret, DATABASE_URL: await throughPgBouncer(url, ['pool_mode = session']) }
    const folder = dataFolder()
    for (const firstName of ['Ruth', 'Naomi']) {
      const app = await createTestApp({ http: 'socket', folder, env })
      onTestFinished(app.kill)
      const sent = await visitor(app.url).post('/api/prayers', { prayer: 'Rain', firstName })
      expect(sent.status).toBe(201)
      expect((await visitor(app.url).get('/readyz')).status).toBe(200)
      expect(await app.stop()).toBe(0)
    }
  })

  it.each([
    ['transaction', ['pool_mode = transaction']],
    ['transaction, one server after the other', ['pool_mode = transaction', 'server_round_robin = 1']],
    ['statement', ['pool_mode = statement']],
  ])('by %s, the start ends with one sentence', async (_mode, settings) => {
    const { url } = await createEmptyDatabase()
    const env = { ...secret, DATABASE_URL: await throughPgBouncer(url, settings) }
    expect(await refusedStart(dataFolder(), env)).toEqual({ code: 1, said: [sharedSessions] })
  })
})
