import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { campaignEventPages } from '../../backend/pages/campaign-events.ts'
import { homePages } from '../../backend/pages/home.ts'
import { createPageCopies } from '../../backend/pages/rendering/page-copies.ts'
import { createPageRefresher } from '../../backend/pages/rendering/page-refresher.ts'
import { createPageStore } from '../../backend/pages/serving/page-store.ts'
import { createTestApp } from '../support/app/app.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { countChange, createReadTables } from '../support/database/read-model.ts'

const admin = { as: 'admin' }
const siteUrl = 'https://campaign.example'

/** A process that shows the calendar with one-line templates. */
async function startPages(pool: Parameters<typeof createPageRefresher>[0]['pool']) {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-'))
  const store = createPageStore()
  const refresher = createPageRefresher({
    pool,
    store,
    build: 'build-1',
    siteUrl,
    render: async (path, content) => ({ html: Buffer.from(`${path} ${JSON.stringify(content)}`), csp: '' }),
    ...campaignEventPages,
    copies: createPageCopies(folder),
  })
  onTestFinished(async () => {
    await refresher.stop()
    await rm(folder, { recursive: true, force: true })
  })
  await refresher.restore()
  refresher.start()
  return {
    served: (path: string) => store.get(path)?.answers.identity.body.toString() ?? null,
    typeOf: (path: string) => store.get(path)?.contentType,
  }
}
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

it('an event has its page, calendar file, image and place in the calendar until it is inactive', async () => {
  const app = await createTestApp()
  const { served, typeOf } = await startPages(app.database.pool)
  const rally = { title: 'Rally', eventDate: '2199-05-09', startTime: '18:30' }
  await app.post('/api/admin/events', rally, admin)
  await eventually(() => {
    expect(served('/events/1')).toContain('"status":"upcoming"')
    expect(served('/events')).toContain('"title":"Rally"')
    expect(served('/events/calendar.ics')).toContain('\r\nSUMMARY:Rally\r\n')
    expect(served('/events/calendar.ics')).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect(served('/events/1/calendar.ics')).toContain('\r\nURL:https://campaign.example/events/1\r\n')
    expect(typeOf('/og/events/1.png')).toBe('image/png')
  })
  expect(typeOf('/events/calendar.ics')).toBe('text/calendar; charset=utf-8')
  await app.post('/api/admin/events/1/cancel', undefined, admin)
  await eventually(() => {
    expect(served('/events/1')).toContain('"status":"cancelled"')
    expect(served('/events/calendar.ics')).toContain('\r\nSTATUS:CANCELLED\r\n')
  })
  await app.put('/api/admin/events/1', { ...rally, isActive: false }, admin)
  await eventually(() => {
    for (const path of ['/events/1', '/events/1/calendar.ics', '/og/events/1.png']) expect(served(path)).toBeNull()
    expect(served('/events')).not.toContain('Rally')
    expect(served('/events/calendar.ics')).not.toContain('Rally')
  })
})

it('the pages change with time, without any event or request', async () => {
  const database = await createTestDatabase()
  await createReadTables(database)
  // Only the calendar’s clock is moved; the refresher has its own.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-09T22:29:57.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  await database.pool.query(
    `INSERT INTO read.campaign_events
       (id, uid, title, event_date, start_time, end_time, category, is_active, is_cancelled, is_deleted, created_at,
        sequence, changed_at)
     VALUES (7, gen_random_uuid(), 'Rally', '2026-05-09', '18:30', '20:00', 'rally', true, false, false, now(), 0, now())`,
  )
  await countChange(database, 'campaign-events', 7)
  const { served } = await startPages(database.pool)
  await eventually(() => {
    expect(served('/events/7')).toContain('"status":"upcoming"')
    expect(served('/events')).toContain('"validUntil":"2026-05-09T22:30:00.000Z"')
  })
  vi.setSystemTime(new Date('2026-05-09T22:30:00.000Z'))
  await eventually(() => {
    for (const path of ['/events', '/events/7']) {
      expect(served(path)).toContain('"status":"ongoing"')
      expect(served(path)).toContain('"validUntil":"2026-05-10T00:00:00.000Z"')
    }
  })
})

it('of more events than a page shows, the soonest are there, and the home page names the next that takes place', async () => {
  const database = await createTestDatabase()
  await createReadTables(database)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-09T12:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  await database.pool.query(
    `INSERT INTO read.campaign_events
       (id, uid, title, event_date, start_time, end_time, category, is_active, is_cancelled, is_deleted, created_at,
        sequence, changed_at)
     SELECT id, gen_random_uuid(), 'Shift ' || id, (DATE '2026-05-07' + id)::text, '10:00', '12:00', 'canvass', true, id < 250 AND id > 2,
       false, now(), 0, now() FROM generate_series(1, 400) AS id`,
  )
  for (const family of ['campaign-events', 'news']) await countChange(database, family)
  const { served } = await startPages(database.pool)
  await eventually(() => {
    for (const path of ['/events', '/events/calendar.ics']) expect(served(path)).toContain('Shift 2')
  })
  const titles = (path: string) => served(path)?.match(/Shift \d+\b/g) ?? []
  const soonest = Array.from({ length: 200 }, (_, index) => `Shift ${index + 2}`)
  expect(titles('/events')).toEqual(soonest)
  expect(titles('/events/calendar.ics')).toEqual(soonest)
  expect(served('/events/calendar.ics')?.match(/BEGIN:VEVENT/g)).toHaveLength(200)

  const [home] = homePages.pages
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  expect(await home?.content(client)).toMatchObject({ events: [{ title: 'Shift 2' }] })
  vi.setSystemTime(new Date('2026-05-10T12:00:00.000Z'))
  expect(await home?.content(client)).toMatchObject({ events: [{ title: 'Shift 250' }] })
})
