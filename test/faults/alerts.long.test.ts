import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { prayerStream } from '../../backend/domain/prayers.ts'
import { recordBackup } from '../../backend/kernel/backup/taken-backups.ts'
import { connect } from '../../backend/kernel/database/connect.ts'
import { freePort } from '../../backend/kernel/database/embedded/process.ts'
import { migrateAsOwner } from '../../backend/kernel/database/migrate.ts'
import { listenForMetrics } from '../../backend/kernel/http/metrics.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import type { ProductOptions } from '../support/app/product.ts'
import { asOwner, createProjectedDatabase } from '../support/database/database.ts'
import { startReplicatedPostgres } from '../support/database/replicated-postgres.ts'
import { throughProxy } from '../support/database/through-proxy.ts'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { imapServer } from '../support/mail/imap-server.ts'
import { createStory, hasPromtool } from '../support/monitoring/alerts.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'
import { mayMountDisks, smallDisk } from './small-disk.ts'

vi.setConfig(longTimeouts)

type Registry = Product['registry']
const storyOf = ({ registry }: { registry: Registry }) => createStory(() => registry.metrics())
/** As long as no value of a range in the rules is left from the time before. */
const hour = 60
const site = (options: Partial<ProductOptions> = {}) => createTestApp({ identity: 'real', log: 'postgres', ...options })

const post = ({ http }: Pick<Product, 'http'>, url: string, payload: object) =>
  http.inject({ method: 'POST', url, headers: { 'sec-fetch-site': 'same-origin' }, payload })
const pray = (app: Pick<Product, 'http'>) => post(app, '/api/prayers', { prayer: 'For rain.', firstName: 'Ruth' })
const shows = (app: { registry: Registry }, line: RegExp) =>
  expect.poll(() => app.registry.metrics(), pollTimeout).toMatch(line)

/** A story in which SQL is the cause, and SQL its end. */
async function bySql(alert: string, cause: string, end: string | null) {
  const app = await site()
  const story = storyOf(app)
  await story.raises([], hour)
  await asOwner(app.database.pool, cause)
  await story.raises([alert], 25 * hour)
  if (end !== null) await asOwner(app.database.pool, end)
  await story.ends()
  story.check()
}

/** A clock that stands still until it is moved; call it before the product starts. */
function standingClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  return (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000)
}

describe('each alert fires by its own cause alone, and ends with it', () => {
  beforeEach(({ skip }) => {
    if (!hasPromtool) skip('promtool is not installed (apt-get install prometheus).')
  })

  it('SiteIsDown: a process that does not answer', async () => {
    const app = await site()
    const port = await freePort()
    const story = createStory(() =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        async (answer) => (answer.ok ? answer.text() : null),
        () => null,
      ),
    )
    const first = await listenForMetrics(app.registry, port)
    await story.raises([], hour)
    await first.close()
    await story.raises(['SiteIsDown'])
    const next = await site({ database: app.database })
    const second = await listenForMetrics(next.registry, port)
    onTestFinished(second.close)
    await story.ends()
    story.check()
  })

  it('SiteIsNotReady, and ErrorsOnOurSide: the database is away', async () => {
    const { proxy, url } = await throughProxy(await createProjectedDatabase(onTestFinished))
    onTestFinished(proxy.close)
    const database = connect(url)
    onTestFinished(database.close)
    const app = await site({ database })
    const story = storyOf(app)
    await story.raises([], hour)
    proxy.goDown()
    await shows(app, /^app_ready 0$/m)
    await story.raises(['SiteIsNotReady'])
    const from = story.now()
    for (let turn = 0; turn < 10; turn++) {
      for (let request = 0; request < 20; request++)
        expect((await app.http.inject('/api/prayers')).statusCode).toBe(503)
      await story.hold(2)
    }
    await story.raises(['ErrorsOnOurSide', 'SiteIsNotReady'], 5, from)
    proxy.comeBack()
    await shows(app, /^app_ready 1$/m)
    await story.ends()
    story.check()
  })

  it('DiskFills, and DiskIsNearlyFull: a full disk', async ({ skip }) => {
    if (!mayMountDisks()) return skip('This user may not mount a disk.')
    const disk = smallDisk(10)
    onTestFinished(disk.remove)
    const app = await site({ env: { DATA_DIR: disk.path } })
    const story = storyOf(app)
    await story.raises([], hour)
    disk.fill(1024 * 1024)
    await story.raises(['DiskFills'])
    const from = story.now()
    disk.makeRoom()
    disk.fill()
    await story.raises(['DiskFills', 'DiskIsNearlyFull'], 90, from)
    disk.makeRoom()
    await story.ends()
    story.check()
  })

  it('BackupIsOld: no backup for two days', async () => {
    const app = await site()
    const { pool } = app.database
    const story = storyOf(app)
    await story.raises([], hour)
    await asOwner(pool, `UPDATE app.knex_migrations SET migration_time = now() - interval '2 days'`)
    await story.raises(['BackupIsOld'])
    const signingKey = loadSecrets(app.config).backups
    await recordBackup({ pool, signingKey }, { takenAt: new Date(), bytes: 1 })
    await story.ends()
    story.check()
  })

  it('EventsSetAside: another program writes into our streams; it ends a day later', async () => {
    const app = await site()
    const story = storyOf(app)
    await pray(app)
    await story.raises([], hour)
    await asOwner(
      app.database.pool,
      `WITH next AS (UPDATE eventlog.head SET position = position + 1 RETURNING position)
       INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
       SELECT position, $1, 1, $2, 'OrderPlaced', '{}', '' FROM next`,
      [prayerStream(1), randomUUID()],
    )
    await shows(app, /^event_log_set_aside_events 1$/m)
    await story.raises(['EventsSetAside'])
    await story.ends(25 * hour)
    story.check()
  })

  it('SealChainBroken: a seal was changed', async () => {
    const database = await createProjectedDatabase()
    const folder = temporaryDataFolder()
    onTestFinished(folder.remove)
    const env = { APP_SECRET: Buffer.alloc(32, 7).toString('base64'), DATA_DIR: folder.path }
    const start = () => site({ runs: 'everything', database, env })
    let app = await start()
    const story = createStory(() => app.registry.metrics())
    const seals = async () => (await database.pool.query('SELECT FROM eventlog.seals')).rowCount
    await expect.poll(seals, pollTimeout).toBeGreaterThan(0)
    await story.raises([], hour)
    await app.http.close()
    await asOwner(database.pool, `UPDATE eventlog.seals SET sealed_at = sealed_at + interval '1 hour' WHERE seq = 1`)
    app = await start()
    await shows(app, /^seal_chain_broken 1$/m)
    await story.raises(['SealChainBroken'])
    await app.http.close()
    await asOwner(database.pool, `UPDATE eventlog.seals SET sealed_at = sealed_at - interval '1 hour' WHERE seq = 1`)
    app = await start()
    await story.ends()
    story.check()
  })

  it('SealsLag: nothing is sealed', async () => {
    const later = standingClock()
    const app = await site()
    const story = storyOf(app)
    await pray(app)
    await story.raises([], hour)
    later(2)
    await story.raises(['SealsLag'])
    while ((await app.sealer.runOnce()) > 0);
    await story.ends()
    story.check()
  })

  it('ProjectionStopped: a table that takes no row', async () => {
    const app = await site()
    let now = app
    const story = createStory(() => now.registry.metrics())
    await story.raises([], hour)
    await asOwner(app.database.pool, `ALTER TABLE read.prayers ADD CONSTRAINT no_rain CHECK (prayer <> 'For rain.')`)
    await pray(app)
    await shows(app, /^projection_stopped\{projection="prayers"\} 1$/m)
    await story.raises(['ProjectionStopped', 'SiteIsNotReady'])
    await asOwner(app.database.pool, 'ALTER TABLE read.prayers DROP CONSTRAINT no_rain')
    await app.projector.close()
    await asOwner(app.database.pool, `UPDATE app.checkpoints SET version = 0 WHERE projection = 'prayers'`)
    now = await site({ database: app.database })
    await allProjected(now)
    await story.ends()
    story.check()
  })

  it('ProjectionLags: no process projects', async () => {
    const later = standingClock()
    const app = await site({ overrides: { projectionTimeout: 50 } })
    const story = storyOf(app)
    await story.raises([], hour)
    await app.projector.close()
    await pray(app)
    later(0.75)
    await shows(app, /^projection_lag_seconds\{projection="prayers"\} 4\d/m)
    await story.raises(['ProjectionLags'])
    await allProjected(await site({ database: app.database }))
    await shows(app, /^projection_lag_seconds\{projection="prayers"\} 0$/m)
    await story.ends()
    story.check()
  })

  it('ReactorLags: no process reacts', async () => {
    const later = standingClock()
    const app = await site()
    const story = storyOf(app)
    await pray(app)
    await story.raises([], hour)
    later(10)
    while ((await app.sealer.runOnce()) > 0);
    await shows(app, /^reactor_lag_seconds\{reactor="acknowledgments"\} 6\d\d/m)
    await story.raises(['ReactorLags'])
    app.reactors.start()
    await expect.poll(() => app.registry.metrics(), pollTimeout).not.toMatch(/^reactor_lag_events\{.*\} [1-9]/m)
    await story.ends()
    story.check()
  })

  it('ReactorStuck: a reactor whose table takes no row', async () => {
    const app = await site({ runs: 'everything' })
    const story = storyOf(app)
    await shows(app, /^pg_pool_connections\{state="waiting"\} 0$/m) // after the start
    await story.raises([], hour)
    await asOwner(app.database.pool, 'ALTER TABLE app.sent_mails ADD CONSTRAINT none CHECK (false) NOT VALID')
    expect((await post(app, '/api/email-signup', { email: 'ruth@example.org' })).statusCode).toBe(201)
    await shows(app, /^reactor_stopped\{reactor="acknowledgments"\} 1$/m)
    await story.raises(['ReactorStuck'])
    await asOwner(app.database.pool, 'ALTER TABLE app.sent_mails DROP CONSTRAINT none')
    await shows(app, /^reactor_stopped\{reactor="acknowledgments"\} 0$/m)
    await story.ends()
    story.check()
  })

  it('MailFails: the mail server refuses', async () => {
    const app = await site({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } })
    const story = storyOf(app)
    await story.raises([], hour)
    for (let person = 0; person < 5; person++)
      await post(app, '/api/auth/magic-link/send', { email: `person${person}@example.org` })
    await shows(app, /^mails_total\{outcome="failed"\} [5-9]/m)
    await story.raises(['MailFails'])
    await story.ends()
    story.check()
  })

  it('MailGivenUp: a mail was refused for good, until it is skipped', () =>
    bySql(
      'MailGivenUp',
      `INSERT INTO app.unsent_mails (key, writer, about, title, state, reason, attempts, since, changed_at)
       VALUES ('a', 'digest', 'a', 'A mail', 'given_up', 'refused', 9, now(), now())`,
      'DELETE FROM app.unsent_mails',
    ))

  it('BounceMailsSetAside: a message that cannot be read, for an hour', () =>
    bySql('BounceMailsSetAside', `INSERT INTO app.set_aside_mails VALUES ('1.1', 'no report', now())`, null))

  it('MailReportsUnknown: a report of a kind that says nothing, for an hour', () =>
    bySql('MailReportsUnknown', `INSERT INTO app.unknown_mail_reports VALUES ('opened', 1, now())`, null))

  it('BounceMailboxFails: the mailbox rejects the password', async () => {
    const server = await imapServer([])
    const app = await site({
      env: { BOUNCES_IMAP_URL: server.wrong, BOUNCES_ADDRESS: 'bounces@campaign.example' },
    })
    const story = storyOf(app)
    await story.raises([], hour)
    await app.readBounces()
    await story.raises(['BounceMailboxFails'])
    server.setPassword('no')
    await app.readBounces()
    await story.ends()
    story.check()
  })

  it('CampaignMailWaits, CampaignMailPaused: a campaign that nothing sends, and that is paused', async () => {
    const app = await createEmailCampaignApp()
    await app.volunteers(numbered(3))
    const story = storyOf(app)
    await story.raises([], hour)
    const id = await app.update()
    await story.raises(['CampaignMailWaits'])
    await app.post(`/api/email-campaigns/${id}/pause`, undefined, admin)
    await story.hold(hour)
    await story.raises(['CampaignMailPaused'])
    await app.post(`/api/email-campaigns/${id}/resume`, undefined, admin)
    app.emailCampaignSending.start()
    await app.finished(id)
    await story.ends()
    story.check()
  })

  it('CampaignOverLimit: too much was reported of a campaign, for a week', async () => {
    const app = await createEmailCampaignApp()
    await app.volunteers(numbered(1))
    app.emailCampaignSending.start()
    await app.finished(await app.update())
    const story = storyOf(app)
    await story.raises([], hour)
    const change = (words: string) => asOwner(app.database.pool, `UPDATE read.email_campaigns SET ${words}`)
    await change(`exceeded_by = 'complaints'`)
    await story.raises(['CampaignOverLimit'])
    await change(`finished_date = finished_date - interval '8 days'`)
    await story.ends()
    story.check()
  })

  it('CampaignSenderDies: its thread is killed three times, for an hour', async () => {
    const thread = { linger: 60_000, maxUnanswered: 60, restarts: { first: 20, max: 100 }, closeTimeout: 20_000 }
    const app = await createEmailCampaignApp({ fault: () => 'later' }, { thread })
    await app.volunteers(numbered(3))
    const story = storyOf(app)
    await story.raises([], hour)
    app.emailCampaignSending.start()
    const nextThread = async (): Promise<Worker> => (await once(process, 'worker'))[0]
    let next = nextThread()
    const id = await app.update()
    for (let death = 1; death <= 3; death++) {
      const worker = await next
      next = nextThread()
      await once(worker, 'online')
      await worker.terminate()
      await expect.poll(() => app.emailCampaignSending.threadStatus().deaths, pollTimeout).toBe(death)
    }
    await app.post(`/api/email-campaigns/${id}/cancel`, undefined, admin)
    await story.raises(['CampaignSenderDies'])
    await story.ends()
    story.check()
  })

  it('PoolIsFull: more questions than connections', async () => {
    const app = await site()
    const { pool } = app.database
    const story = storyOf(app)
    await story.raises([], hour)
    const slow = Array.from({ length: (pool.options.max ?? 10) + 8 }, () => pool.query('SELECT pg_sleep(4)'))
    await expect.poll(() => pool.waitingCount, { interval: 1, timeout: 5000 }).toBeGreaterThan(5)
    await story.raises(['PoolIsFull'])
    await Promise.all(slow)
    await story.ends()
    story.check()
  })

  it('ReadReplicaAway: the replica stands still', async ({ skip }) => {
    const postgres = await startReplicatedPostgres({ isSynchronous: false })
    if (postgres === null) return skip('PostgreSQL of Debian is not installed.')
    onTestFinished(postgres.stop)
    const database = connect(postgres.url)
    onTestFinished(database.close)
    await migrateAsOwner(database, undefined)
    const app = await site({ database, env: { DATABASE_READ_URL: postgres.replicaUrl } })
    const story = storyOf(app)
    await shows(app, /^read_replica_away 0$/m)
    await story.raises([], hour)
    await postgres.onReplica('SELECT pg_wal_replay_pause()')
    await pray(app)
    await shows(app, /^read_replica_away 1$/m)
    await story.raises(['ReadReplicaAway'])
    await postgres.onReplica('SELECT pg_wal_replay_resume()')
    await shows(app, /^read_replica_away 0$/m)
    await story.ends()
    story.check()
  })

  it('ManyFailedSignIns: wrong passwords, also of a process that Prometheus sees for the first time', async () => {
    const app = await site()
    const processStart = '\nprocess_start_time_seconds 0\n'
    const scrape = async () => (await app.registry.metrics()) + processStart
    const story = createStory(scrape)
    await story.raises([], hour)
    for (let guess = 0; guess < 60; guess++)
      expect(
        (await post(app, '/api/auth/login', { email: `a${guess}@example.org`, password: 'wrong password' })).statusCode,
      ).toBe(401)
    await story.raises(['ManyFailedSignIns'])
    await story.ends()
    story.check()

    const first = createStory(scrape)
    await first.raises(['ManyFailedSignIns'], 20)
    await first.ends()
    first.check()
  })

  it('FormsAreFlooded: submissions beyond the limit', async () => {
    const app = await site({ env: { RATE_LIMITS: 'on', FORM_LIMIT: '1' } })
    const story = createStory(async () => `${await app.registry.metrics()}\nprocess_start_time_seconds 0\n`)
    await story.raises([], hour)
    await pray(app)
    for (let request = 0; request < 210; request++) expect((await pray(app)).statusCode).toBe(429)
    await story.raises(['FormsAreFlooded'])
    await story.ends()
    story.check()
  })

  it('MeasurementsAreDropped: the database rejects rows of the request log', async () => {
    const app = await site()
    const story = storyOf(app)
    await story.raises([], hour)
    await asOwner(app.database.pool, 'ALTER TABLE app.traffic_logs ADD CONSTRAINT none CHECK (false) NOT VALID')
    await app.http.inject('/api/prayers')
    for (let round = 0; round < 30; round++) await app.traffic.flush() // then the row is given up
    await story.raises(['MeasurementsAreDropped'])
    await story.ends()
    story.check()
  })

  it('EventLoopIsBlocked: work that lets nothing else run', async () => {
    const app = await site()
    const listener = await listenForMetrics(app.registry, 0)
    onTestFinished(listener.close)
    const story = storyOf(app)
    const isCalm = () => shows(app, /^nodejs_eventloop_lag_p99_seconds 0\.[01]/m)
    await isCalm()
    await story.raises([], hour)
    for (let turn = 0; turn < 3; turn++) {
      const until = performance.now() + 500
      while (performance.now() < until);
      await new Promise(setImmediate)
    }
    await story.raises(['EventLoopIsBlocked'])
    await isCalm()
    await story.ends()
    story.check()
  })
})
