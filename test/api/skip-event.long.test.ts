import { expect, it } from 'vitest'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { projectionSkipStream, projectionSkips } from '../../backend/kernel/projector/projection-skips.ts'
import { type SkipAsked, skipAsked, skipEvent } from '../../backend/tools/skip-event-command.ts'
import { neverSkipped } from '../../backend/topics/index.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const prayer = (words: string) => ({ firstName: 'Ruth', prayer: words, email: null, location: null })

async function skip(app: TestApp, asked: Partial<SkipAsked>) {
  const lines: string[] = []
  const code = await skipEvent(
    { projection: 'prayers', position: '1', reason: 'No index holds it.', ...asked },
    {
      ...app.core,
      pool: app.database.pool,
      now: () => new Date('2026-03-01T12:00:00Z'),
      print: (line) => lines.push(line),
    },
  )
  return { code, lines }
}

/** A prayer that the table of prayers rejects, between two that it accepts. */
async function stoppedApp() {
  const app = await createTestApp()
  const { pool } = app.database
  await app.post('/api/prayers', prayer('For sun.'))
  await allProjected(app)
  await pool.query(`ALTER TABLE read.prayers ADD CONSTRAINT no_storm CHECK (prayer <> 'For a storm.')`)
  await app.post('/api/prayers', prayer('For a storm.'))
  const stopped = async () =>
    (await app.projector.status()).projections.find(({ name }) => name === 'prayers')?.stopped ?? null
  await expect.poll(stopped).not.toBeNull()
  await app.post('/api/prayers', prayer('For rain.'))
  const words = async () => (await pool.query('SELECT prayer FROM read.prayers ORDER BY id')).rows
  return { app, pool, stopped, words, position: (await stopped())?.position ?? '' }
}

it('a stopped projection continues after its event was skipped, and everything else keeps that event', async () => {
  const { app, pool, stopped, words, position } = await stoppedApp()
  expect((await app.get('/readyz')).statusCode).toBe(503)
  expect(await skip(app, { position })).toEqual({
    code: 0,
    lines: [`From here on the projection prayers passes over the event PrayerSubmitted at position ${position}.`],
  })
  await expect.poll(stopped, { timeout: 30_000 }).toBeNull()
  await allProjected(app)
  // An answer is kept for a second.
  await expect.poll(async () => (await app.get('/readyz')).statusCode).toBe(200)
  expect(await words()).toEqual([{ prayer: 'For sun.' }, { prayer: 'For rain.' }])
  const history = await pool.query(`SELECT FROM read.history WHERE type = 'PrayerSubmitted'`)
  expect(history.rowCount).toBe(3)

  const [action] = (await app.get('/api/admin/actions', admin)).json().actions
  expect(action).toMatchObject({
    action: 'Skip event',
    details: {
      event: 'EventSkipped',
      projection: 'prayers',
      position,
      eventType: 'PrayerSubmitted',
      reason: 'No index holds it.',
    },
  })
})

it('a rebuild leaves the skipped event out of that projection only', async () => {
  const { app, stopped, words, position } = await stoppedApp()
  await skip(app, { position })
  await expect.poll(stopped, { timeout: 30_000 }).toBeNull()
  await allProjected(app)
  expect(Object.values(await app.rebuildDiffers()).filter((differing) => differing > 0)).toEqual([])
  expect(await words()).toEqual([{ prayer: 'For sun.' }, { prayer: 'For rain.' }])
})

it('an event that was handled is gone after a rebuild; to skip it again records nothing', async () => {
  const app = await createTestApp()
  await app.post('/api/prayers', prayer('For sun.'))
  await allProjected(app)
  const [event] = (await app.core.log.readAll(null, 1000)).filter(({ type }) => type === 'PrayerSubmitted')
  const asked = { position: event?.position ?? '' }
  expect((await skip(app, asked)).lines).toEqual([
    expect.stringMatching(/^From here on/),
    'Its tables still hold it. Run npm run rebuild -- prayers to leave it out of them.',
  ])
  expect(await skip(app, asked)).toMatchObject({
    code: 0,
    lines: [expect.stringMatching(/already\.$/), expect.anything()],
  })
  expect(await app.core.log.readStream(projectionSkipStream)).toHaveLength(1)
  expect(await app.rebuildDiffers()).toMatchObject({ prayers: 1 })
})

it('an event that does not exist cannot be skipped', async () => {
  const app = await createTestApp()
  expect(await skip(app, { projection: 'psalms' })).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^There is no projection psalms\. These are: .*prayers/)],
  })
  expect(await skip(app, { position: '4711' })).toEqual({
    code: 1,
    lines: ['The log has no event at position 4711. /readyz shows where a projection stopped.'],
  })
  expect(await app.core.log.readStream(projectionSkipStream)).toEqual([])
})

it('an event by which people are erased is refused for every projection, and nothing is recorded', async () => {
  const app = await createTestApp()
  await app.post('/api/prayers', { ...prayer('For sun.'), email: 'ruth@example.org' })
  await allProjected(app)
  await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, admin)
  await allProjected(app)
  const recorded = await app.core.log.readAll(null, 1000)
  const positionOf = (wanted: string) => recorded.find(({ type }) => type === wanted)?.position ?? ''
  for (const [projection, type] of [
    ['prayers', 'SubjectErased'],
    // Erasures look there for what a person wrote.
    ['history', 'PrayerSubmitted'],
  ] as const)
    expect(await skip(app, { projection, position: positionOf(type) })).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(new RegExp(`^The event ${type} at position \\d+ cannot be skipped, because people`)),
      ],
    })
  expect(neverSkipped).toEqual([
    'SubjectErased',
    'UserErased',
    'AccountDeletionRequested',
    'AccountDeletionCancelled',
    'AccountDeletionStarted',
  ])
  expect(await app.core.log.readStream(projectionSkipStream)).toEqual([])
})

it('an event that says who gets email is not skipped where recipients are chosen, nor was it by an older version', async () => {
  const app = await createTestApp()
  await app.post('/api/email-signup', { email: 'ruth@example.org' })
  const subject = await app.core.subjects.forEmail('ruth@example.org')
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
  await app.post('/api/mail-consents/unsubscribe', { token })
  await allProjected(app)
  const [event] = (await app.core.log.readAll(null, 1000)).filter(({ type }) => type === 'MailUnsubscribed')
  const position = event?.position ?? ''
  expect(await skip(app, { projection: 'supporters', position })).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^The event MailUnsubscribed at position \d+ cannot be skipped, because it says who/),
    ],
  })
  expect(await app.core.log.readStream(projectionSkipStream)).toEqual([])
  const data = {
    projection: 'supporters',
    position,
    eventId: event?.id ?? '',
    eventType: 'MailUnsubscribed',
    reason: 'x',
  }
  await app.core.handle(projectionSkips, projectionSkipStream, { type: 'SkipEvent', data }, systemContext())
  expect((await app.core.readSkips()).get('supporters')).toBeUndefined()
  expect((await skip(app, { projection: 'history', position })).code).toBe(1)
  expect((await skip(app, { projection: 'mail-consents', position })).code).toBe(0)
})

it('the command takes a projection, a position and a reason of up to 500 characters', () => {
  expect(skipAsked(['prayers', '7', 'No', 'index', 'holds', 'it.'])).toEqual({
    projection: 'prayers',
    position: '7',
    reason: 'No index holds it.',
  })
  for (const words of [[], ['prayers'], ['prayers', '7'], ['prayers', '7', ' '], ['prayers', '7', 'a'.repeat(501)]])
    expect(skipAsked(words)).toBeNull()
})
