import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const day = 24 * 3600 * 1000
/** A date in the campaign’s time zone, some days from today. */
const inDays = (days: number) => campaignClock.dateAt(new Date(Date.now() + days * day))

const rally = {
  title: 'Rally on the square',
  description: 'Bring a neighbor.',
  location: 'Lafayette',
  eventDate: inDays(10),
  startTime: '18:30',
  endTime: '20:00',
  category: 'rally',
  capacity: 40,
  imageUrl: 'https://example.org/square.jpg',
  isActive: true,
}
const admin = { as: 'admin' }

async function create({ post }: TestApp, details: object = rally): Promise<number> {
  const answer = await post('/api/admin/events', details, admin)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('creating an event', () => {
  it('responds with 201 and the event, which is public immediately', async () => {
    const app = await createTestApp()
    const answer = await app.post('/api/admin/events', rally, admin)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: 1,
      ...rally,
      revision: 0,
      status: 'upcoming',
      seatsLeft: 40,
      isDeleted: false,
      seatsTaken: 0,
      waiting: 0,
      startsAt: campaignClock.spanOf(rally).startsAt.toISOString(),
      endsAt: campaignClock.spanOf(rally).endsAt.toISOString(),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    const { isActive, isDeleted, seatsTaken, waiting, revision, ...shown } = answer.json()
    expect((await app.get('/api/events')).json()).toEqual([shown])
    expect((await app.get('/api/events/1')).json()).toEqual(shown)
    expect((await app.get('/api/admin/events', admin)).json()).toEqual([answer.json()])
  })

  it('accepts just a title and a date, with the defaults of the spec', async () => {
    const app = await createTestApp()
    await create(app, { title: ' Open house ', eventDate: inDays(3), location: ' ', startTime: '', category: null })
    expect((await app.get('/api/admin/events', admin)).json()).toMatchObject([
      {
        title: 'Open house',
        description: null,
        location: null,
        startTime: null,
        endTime: null,
        category: 'campaign',
        capacity: null,
        seatsLeft: null,
        imageUrl: null,
        isActive: true,
      },
    ])
  })

  it('repeated with the same key returns the first answer and creates one event', async () => {
    const app = await createTestApp()
    const caller = { ...admin, key: 'one-and-the-same' }
    const first = await app.post('/api/admin/events', rally, caller)
    await app.database.knex('app.idempotency_answers').delete()
    expect((await app.post('/api/admin/events', rally, caller)).json()).toEqual(first.json())
    expect((await app.post('/api/admin/events', { ...rally, capacity: 1 }, caller)).statusCode).toBe(422)
    expect((await app.events()).map(({ type }) => type)).toEqual(['CampaignEventCreated'])
  })

  it('accepts every field up to its limit in characters', async () => {
    const app = await createTestApp()
    const longest = {
      ...rally,
      title: '🌽'.repeat(255),
      description: '🌾'.repeat(10_000),
      location: '🏛'.repeat(255),
      category: '🎈'.repeat(50),
      capacity: 1_000_000,
      imageUrl: `https://example.org/${'a'.repeat(480)}`,
    }
    await create(app, longest)
    expect((await app.get('/api/events')).json()).toMatchObject([{ title: longest.title, category: longest.category }])
  })

  it('rejects invalid input and names the field', async () => {
    const app = await createTestApp()
    const cases: [object, string][] = [
      [{ ...rally, status: 'cancelled' }, 'status'],
      [{ ...rally, title: undefined }, 'title'],
      [{ ...rally, title: ' ' }, 'title'],
      [{ ...rally, title: 'n'.repeat(256) }, 'title'],
      [{ ...rally, eventDate: undefined }, 'eventDate'],
      [{ ...rally, eventDate: '' }, 'eventDate'],
      [{ ...rally, eventDate: '2026-02-30' }, 'eventDate'],
      [{ ...rally, eventDate: '05/09/2026' }, 'eventDate'],
      [{ ...rally, eventDate: '2026-05-09T00:00:00Z' }, 'eventDate'],
      [{ ...rally, eventDate: '9999-12-31' }, 'eventDate'],
      [{ ...rally, description: 'd'.repeat(10_001) }, 'description'],
      [{ ...rally, location: 'l'.repeat(256) }, 'location'],
      [{ ...rally, startTime: '24:00' }, 'startTime'],
      [{ ...rally, startTime: '6:30 PM' }, 'startTime'],
      [{ ...rally, startTime: '18:30:00' }, 'startTime'],
      [{ ...rally, endTime: 'late' }, 'endTime'],
      [{ ...rally, startTime: null }, 'startTime'],
      [{ ...rally, category: 'c'.repeat(51) }, 'category'],
      [{ ...rally, capacity: 0 }, 'capacity'],
      [{ ...rally, capacity: -1 }, 'capacity'],
      [{ ...rally, capacity: 1.5 }, 'capacity'],
      [{ ...rally, capacity: '40' }, 'capacity'],
      [{ ...rally, capacity: 1_000_001 }, 'capacity'],
      [{ ...rally, imageUrl: 'http://example.org/a.jpg' }, 'imageUrl'],
      [{ ...rally, imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
      [{ ...rally, imageUrl: 'a.jpg' }, 'imageUrl'],
      [{ ...rally, imageUrl: `https://example.org/${'a'.repeat(481)}` }, 'imageUrl'],
      [{ ...rally, isActive: 'yes' }, 'isActive'],
      [{ ...rally, isActive: null }, 'isActive'],
    ]
    for (const [body, field] of cases) {
      const answer = await app.post('/api/admin/events', body, admin)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors, answer.body).toMatchObject([{ path: field }])
    }
    expect(await app.events()).toEqual([])
  })
})

describe('the public calendar', () => {
  it('starts with upcoming events; past ones follow, latest first', async () => {
    const app = await createTestApp()
    const on = (title: string, days: number, startTime: string | null = null, endTime: string | null = null) =>
      create(app, { title, eventDate: inDays(days), startTime, endTime })
    await on('long ago', -30)
    await on('next week, later', 7, '19:00')
    await on('next week', 7, '18:00')
    await on('next month', 30)
    await on('today', 0)
    await on('the other day', -2, '18:00', '20:00')
    await on('next week, time open', 7)
    const list: { title: string; status: string }[] = (await app.get('/api/events')).json()
    expect(list.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      'today: ongoing',
      'next week, time open: upcoming',
      'next week: upcoming',
      'next week, later: upcoming',
      'next month: upcoming',
      'the other day: completed',
      'long ago: completed',
    ])
  })

  it('agrees with the statuses about what is over, also for events past midnight', async () => {
    const app = await createTestApp()
    for (const days of [-2, -1, 0, 1])
      for (const [startTime, endTime] of [
        [null, null],
        ['00:00', '00:01'],
        ['00:00', null],
        ['12:00', '12:00'],
        ['23:59', '23:58'],
      ] as const)
        await create(app, { title: `${days} ${startTime} ${endTime}`, eventDate: inDays(days), startTime, endTime })
    const list: { title: string; status: string }[] = (await app.get('/api/events')).json()
    const firstOver = list.findIndex(({ status }) => status === 'completed')
    expect(firstOver).toBeGreaterThan(0)
    expect(list.slice(firstOver).filter(({ status }) => status !== 'completed')).toEqual([])
  })

  it('is paged', async () => {
    const app = await createTestApp()
    for (let n = 1; n <= 3; n++) await create(app, { ...rally, title: `Rally ${n}`, eventDate: inDays(n) })
    const titles = async (query: string) =>
      (await app.get(`/api/events?${query}`)).json().map(({ title }: { title: string }) => title)
    expect(await titles('limit=2')).toEqual(['Rally 1', 'Rally 2'])
    expect(await titles('limit=2&page=2')).toEqual(['Rally 3'])
    for (const query of ['page=0', 'limit=51', 'before=3', 'q=1'])
      expect((await app.get(`/api/events?${query}`)).statusCode, query).toBe(400)
  })

  it('is sent as a whole without paging, with the seats left now', async () => {
    const app = await createTestApp()
    for (let n = 1; n <= 60; n++) await create(app, { ...rally, title: `Rally ${n}`, eventDate: inDays(n) })
    const list = async () => (await app.get('/api/events')).json()
    const pages = await Promise.all([app.get('/api/events?limit=50'), app.get('/api/events?page=2')])
    expect(await list()).toHaveLength(60)
    expect(await list()).toEqual(pages.flatMap((page) => page.json()))
    await app.post('/api/events/60/rsvp', { name: 'Ruth', email: 'ruth@example.org' })
    expect((await list()).at(-1)).toMatchObject({ id: 60, seatsLeft: 39 })
    expect((await list()).at(-2)).toMatchObject({ id: 59, seatsLeft: 40 })
  })

  it('changes with time, although no row does', async () => {
    const app = await createTestApp()
    await create(app)
    const { startsAt, endsAt } = campaignClock.spanOf(rally)
    const statusAt = async (now: Date | null) => {
      if (now) vi.setSystemTime(now)
      return (await app.get('/api/events')).json()[0].status
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect([await statusAt(null), await statusAt(startsAt), await statusAt(endsAt)]).toEqual([
      'upcoming',
      'ongoing',
      'completed',
    ])
  })

  it('has no inactive events', async () => {
    const app = await createTestApp()
    const id = await create(app, { ...rally, isActive: false })
    expect((await app.get('/api/events')).json()).toEqual([])
    expect((await app.get(`/api/events/${id}`)).statusCode).toBe(404)
    expect((await app.get('/api/admin/events', admin)).json()).toHaveLength(1)
  })
})

describe('changing an event', () => {
  it('corrects the details, returns the row, and does nothing when nothing changed', async () => {
    const app = await createTestApp()
    const id = await create(app)
    const { location, category } = rally
    const edited = { title: 'Rally indoors', eventDate: inDays(11), capacity: null }
    for (let time = 1; time <= 2; time++) {
      const answer = await app.put(`/api/admin/events/${id}`, edited, admin)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({ id, ...edited, location, category })
    }
    expect((await app.events()).map(({ type }) => type)).toEqual(['CampaignEventCreated', 'CampaignEventEdited'])
  })

  it('keeps what the caller leaves out, so an end still needs a start', async () => {
    const app = await createTestApp()
    const id = await create(app, { title: 'Open house', eventDate: inDays(3) })
    const noStart = { title: 'Open house', eventDate: inDays(3), endTime: '20:00' }
    const answer = await app.put(`/api/admin/events/${id}`, noStart, admin)
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Add a start time, or leave the end time empty too.',
    ])
    await app.put(`/api/admin/events/${id}`, { ...noStart, startTime: '18:00' }, admin)
    const moved = await app.put(`/api/admin/events/${id}`, { title: 'Open house', eventDate: inDays(4) }, admin)
    expect(moved.json()).toMatchObject({ eventDate: inDays(4), startTime: '18:00', endTime: '20:00', isActive: true })
  })

  it('cancels it permanently: it stays in the calendar, and edits do not bring it back', async () => {
    const app = await createTestApp()
    const id = await create(app)
    for (let time = 1; time <= 2; time++) {
      const answer = await app.post(`/api/admin/events/${id}/cancel`, undefined, admin)
      expect([answer.statusCode, answer.json().status]).toEqual([200, 'cancelled'])
    }
    const answer = await app.put(`/api/admin/events/${id}`, { ...rally, title: 'Sorry' }, admin)
    expect(answer.json()).toMatchObject({ title: 'Sorry', status: 'cancelled' })
    expect((await app.get('/api/events')).json()).toMatchObject([{ title: 'Sorry', status: 'cancelled' }])
  })

  it('deletes it everywhere except in its history, and does nothing the second time', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const id = await create(app)
    for (let time = 1; time <= 2; time++) {
      const answer = await app.remove(`/api/admin/events/${id}`, admin)
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
    }
    expect((await app.get('/api/events')).json()).toEqual([])
    expect((await app.get('/api/admin/events', admin)).json()).toEqual([])
    expect((await app.put(`/api/admin/events/${id}`, rally, admin)).statusCode).toBe(404)
    const history = (await app.get(`/api/admin/history/campaign-events/${id}`, admin)).json()
    expect(history).toMatchObject([
      { type: 'CampaignEventCreated', actor: { kind: 'admin', name: 'Ada Byron' }, state: { title: rally.title } },
      { type: 'CampaignEventDeleted', state: { title: rally.title, deleted: true } },
    ])
    const { actions } = (await app.get('/api/admin/actions', admin)).json()
    expect(actions.map(({ action }: { action: string }) => action)).toEqual([
      'Delete campaign event',
      'Create campaign event',
    ])
  })

  it('does not find an unknown event', async () => {
    const app = await createTestApp()
    expect((await app.get('/api/events/7')).statusCode).toBe(404)
    expect((await app.put('/api/admin/events/7', rally, admin)).statusCode).toBe(404)
    expect((await app.post('/api/admin/events/7/cancel', undefined, admin)).statusCode).toBe(404)
    expect((await app.remove('/api/admin/events/7', admin)).statusCode).toBe(404)
    for (const id of ['0', 'x', '2147483648']) expect((await app.get(`/api/events/${id}`)).statusCode, id).toBe(400)
    expect(await app.events()).toEqual([])
  })

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    const id = await create(app)
    for (const [caller, status] of [
      [{}, 401],
      [{ as: 'supporter' }, 403],
    ] as const) {
      expect((await app.get('/api/admin/events', caller)).statusCode).toBe(status)
      expect((await app.get(`/api/admin/events/${id}/rsvps`, caller)).statusCode).toBe(status)
      expect((await app.post('/api/admin/events', rally, caller)).statusCode).toBe(status)
      expect((await app.put(`/api/admin/events/${id}`, rally, caller)).statusCode).toBe(status)
      expect((await app.post(`/api/admin/events/${id}/cancel`, undefined, caller)).statusCode).toBe(status)
      expect((await app.remove(`/api/admin/events/${id}`, caller)).statusCode).toBe(status)
    }
    expect(await app.events()).toHaveLength(1)
  })
})

describe('restoring an event', () => {
  it('brings it back inactive, with its guests, until an admin activates it', async () => {
    const app = await createTestApp()
    const id = await create(app)
    await app.post(`/api/events/${id}/rsvp`, { name: 'Ruth', email: 'ruth@example.org' })
    await app.remove(`/api/admin/events/${id}`, admin)
    expect((await app.get(`/api/events/${id}`)).statusCode).toBe(404)
    expect((await app.post(`/api/events/${id}/rsvp`, { name: 'Boaz', email: 'boaz@example.org' })).statusCode).toBe(404)
    expect((await app.get('/api/admin/events?filter=status:deleted', admin)).json()).toMatchObject([
      { id, isDeleted: true, isActive: false },
    ])
    for (let time = 1; time <= 2; time++) {
      const answer = await app.post(`/api/admin/events/${id}/restore`, undefined, admin)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({ ...rally, id, isActive: false, isDeleted: false, seatsTaken: 1 })
    }
    expect((await app.get('/api/events')).json()).toEqual([])
    expect((await app.events()).filter(({ type }) => type === 'CampaignEventRestored')).toHaveLength(1)
    expect((await app.put(`/api/admin/events/${id}`, rally, admin)).statusCode).toBe(200)
    expect((await app.get('/api/events')).json()).toMatchObject([{ id, status: 'upcoming', seatsLeft: 39 }])
    expect(Object.values(await app.rebuildDiffers()).every((rows) => rows === 0)).toBe(true)
  })

  it('does nothing to one that is not deleted, and does not find an unknown one', async () => {
    const app = await createTestApp()
    const id = await create(app)
    const answer = await app.post(`/api/admin/events/${id}/restore`, undefined, admin)
    expect([answer.statusCode, answer.json().isActive]).toEqual([200, true])
    expect(await app.events()).toHaveLength(1)
    expect((await app.post('/api/admin/events/7/restore', undefined, admin)).statusCode).toBe(404)
    expect((await app.post(`/api/admin/events/${id}/restore`)).statusCode).toBe(401)
    expect((await app.post(`/api/admin/events/${id}/restore`, undefined, { as: 'supporter' })).statusCode).toBe(403)
  })
})

it('the list in the console is sorted, filtered and searched', async () => {
  const app = await createTestApp()
  await create(app, { ...rally, title: 'Rally', location: 'Muncie', eventDate: inDays(20) })
  await create(app, { ...rally, title: 'dinner', location: null, category: 'Fundraiser', eventDate: inDays(-20) })
  await create(app, { ...rally, title: 'Forum', location: 'Kokomo', isActive: false, description: 'All welcome.' })
  await app.remove(`/api/admin/events/${await create(app, { ...rally, title: 'Gone' })}`, admin)
  const lists = async (query: string, titles: string[], total = titles.length) => {
    const answer = await app.get(`/api/admin/events?${query}`, admin)
    expect([answer.statusCode, answer.headers['x-total-count']], query).toEqual([200, String(total)])
    expect(
      answer.json().map(({ title }: { title: string }) => title),
      query,
    ).toEqual(titles)
  }
  await lists('', ['Forum', 'dinner', 'Rally'])
  await lists('limit=1&page=2', ['dinner'], 3)
  await lists('sort=eventDate', ['dinner', 'Forum', 'Rally'])
  await lists('sort=-title', ['Rally', 'Forum', 'dinner'])
  await lists('sort=location', ['dinner', 'Forum', 'Rally'])
  await lists('sort=status', ['Rally', 'dinner', 'Forum'])
  await lists('filter=status:active', ['dinner', 'Rally'])
  await lists('filter=status:inactive', ['Forum'])
  await lists('filter=status:deleted', ['Gone'])
  await lists('filter=when:upcoming', ['Forum', 'Rally'])
  await lists('filter=when:past', ['dinner'])
  await lists('filter=category:fundraiser', ['dinner'])
  await lists('filter=when:upcoming,status:active', ['Rally'])
  await lists('q=welcome', ['Forum'])
  await lists('q=MUNCIE', ['Rally'])
  await lists('q=gone', [])
  for (const query of ['before=3', 'sort=capacity', 'filter=status:draft', 'filter=when:now', 'filter=category:'])
    expect((await app.get(`/api/admin/events?${query}`, admin)).statusCode, query).toBe(400)
})
