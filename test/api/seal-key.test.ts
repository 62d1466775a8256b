import { expect, it, onTestFinished } from 'vitest'
import { StartupError } from '../../backend/kernel/database/startup-error.ts'
import { fingerprintOf } from '../../backend/kernel/eventlog/integrity/public-key.ts'
import { startUp } from '../../backend/startup.ts'
import { changeSealKey } from '../../backend/tools/seal-key-command.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { newKeyFile } from '../support/log/sealed-log.ts'

const APP_SECRET = Buffer.from('a secret of 32 bytes or even more').toString('base64')

it('the site starts only with the key in effect; a change is in the log of actions and verified', async () => {
  const first = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything', env: { APP_SECRET } })
  const cookie = await signUpAt(first, 'ada@example.org', first.firstAdminToken)
  const { database, dataDir } = first
  const sealed = async () => (await database.pool.query('SELECT seq FROM eventlog.seals')).rowCount
  await expect.poll(sealed, { timeout: 30_000 }).toBeGreaterThan(0)

  /** Another process of the site, with the same files. */
  async function next(env: Record<string, string> = {}) {
    const settings = { APP_SECRET, DATA_DIR: dataDir, ...env }
    const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'nothing', database, env: settings })
    const closing = new AbortController()
    onTestFinished(async () => closing.abort())
    const start = () => startUp({ app, config: app.config, signal: closing.signal, onProgress: () => {} })
    const change = () =>
      changeSealKey(undefined, {
        ...app.core,
        pool: database.pool,
        folder: dataDir,
        sealKey: app.sealKey,
        now: () => new Date(),
        print: () => {},
      })
    return { app, start, change, fingerprint: fingerprintOf(app.sealKey.publicKey) }
  }

  const outside = await next({ SEAL_KEY_FILE: await newKeyFile() })
  const derived = fingerprintOf(first.sealKey.publicKey)
  await expect(outside.start()).rejects.toThrow(
    new StartupError(
      `The seals of the log are signed by key ${derived}, but the one of SEAL_KEY_FILE is ${outside.fingerprint}. Correct SEAL_KEY_FILE or SEAL_KEY_COMMAND, or change the key with \`npm run admin -- seal-key\`.`,
    ),
  )
  expect(await outside.change()).toBe(1)
  await first.http.close()
  expect(await outside.change()).toBe(0)
  await expect((await next()).start()).rejects.toThrow(/^The seals of the log are signed by key .* of APP_SECRET is /)

  await outside.start()
  const { http } = outside.app
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const verified = await http.inject({ method: 'POST', url: '/api/admin/seals/verify', headers })
  expect(verified.json()).toMatchObject({ isIntact: true })
  const { actions } = (await http.inject({ url: '/api/admin/actions', headers })).json()
  expect(actions).toContainEqual(
    expect.objectContaining({
      action: 'Change seal key',
      actor: expect.objectContaining({ kind: 'server' }),
      details: expect.objectContaining({ event: 'SealKeyChanged', oldKey: derived, newKey: outside.fingerprint }),
    }),
  )
})
