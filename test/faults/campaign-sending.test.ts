import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createCampaignApp, numbered, quick } from '../support/campaigns.ts'
import { length } from '../support/length.ts'
import { temporaryDataFolder } from '../support/running-app.ts'
import { longTimeouts } from '../support/timeouts.ts'

vi.setConfig(longTimeouts)

const connections = 5
/** Long test: as in the requirements. Otherwise a smaller list, killed more often. */
const people = length(2000, 300)
const killEvery = length(3000, 1500) // ms

type App = Awaited<ReturnType<typeof createCampaignApp>>

async function startSender({ database, sink }: App): Promise<ChildProcess> {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const child = spawn(
    process.execPath,
    ['test/support/campaign-sender-process.ts', JSON.stringify({ ...quick, connections, perSecond: 100 })],
    {
      cwd: join(import.meta.dirname, '..', '..'),
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: folder.path,
        SMTP_URL: sink.url,
        SERVE_SITE: 'off',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (!child.stdout) throw new Error('The sender says nothing.')
  await once(child.stdout, 'data')
  return child
}

it(`${people} recipients, and kill -9 of the sender every ${killEvery} ms: none is missing, few are mailed twice`, async () => {
  const app = await createCampaignApp()
  await app.volunteers(numbered(people))
  const id = await app.update()
  let kills = 0
  let child = await startSender(app)
  onTestFinished(() => void child.kill('SIGKILL'))
  const waiting = async () => (await app.campaign(id)).progress?.waiting ?? 0
  for (;;) {
    await delay(killEvery)
    if ((await waiting()) === 0) break
    child.kill('SIGKILL')
    await once(child, 'exit')
    kills++
    child = await startSender(app)
  }
  const { progress } = await app.finished(id)
  expect(kills).toBeGreaterThan(0)
  expect(progress).toMatchObject({ sent: people, failed: 0, skipped: 0 })
  const byPerson = Map.groupBy(app.sink.received, ({ to }) => to)
  expect(byPerson.size).toBe(people)
  const repeats = app.sink.received.length - people
  expect(repeats).toBeLessThanOrEqual(kills * connections)
  for (const mails of byPerson.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  // Where 'sent' was recorded before a kill, nobody was mailed again: each is in the log once.
  const handled = (await app.events()).flatMap((event) =>
    event.type === 'RecipientsHandled' ? Object.values(Object(event.data).outcomes) : [],
  )
  expect(handled).toHaveLength(people)
})

it('two processes share the work: everybody gets one mail', async () => {
  const app = await createCampaignApp()
  await app.volunteers(numbered(200))
  const senders = await Promise.all([startSender(app), startSender(app)])
  onTestFinished(() => senders.forEach((child) => void child.kill('SIGKILL')))
  await app.finished(await app.update())
  expect(app.sink.received.map(({ to }) => to).sort()).toEqual(
    numbered(200)
      .map(({ email }) => email)
      .sort(),
  )
})
