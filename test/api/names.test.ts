import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'

/** In the order that a reader expects; the second and third are the same word, composed and decomposed. */
const names = [
  'Adams',
  'Ñúñez',
  'Nu\u0301n\u0303ez',
  'Oz',
  'ÖZTÜRK',
  'Øzz',
  'zimmer',
  'Έλλη',
  'Иван',
  'Йорк 32077',
  '王芳',
]
/** Words that people type, and the numbers of the names that it finds. */
const searches: { [typed: string]: number[] } = {
  nunez: [2, 3],
  ÑÚÑEZ: [2, 3],
  'nu\u0301n\u0303ez': [2, 3],
  öztürk: [5],
  ozturk: [5],
  Ｚｉｍｍｅｒ: [7],
  ΈΛΛΗ: [8],
  ελλη: [8],
  иван: [9],
  ИВАН: [9],
  йорк: [10],
  'и\u0306орк': [10],
  王芳: [11],
  ва: [9],
  320: [10],
  2077: [10],
  270: [],
}

/** The numbers of the names, stored so that neither their order nor the reverse is the right one. */
const stored = names.map((_, index) => 1 + ((index * 7 + 3) % names.length))

const created_at = '2026-03-01T12:00:00Z'
const person = { is_erased: false, created_at, subject: randomUUID() }
const account = { is_admin: false, is_active: true, is_banned: false, is_email_verified: true, is_deleted: false }
const posted = { ...person, status: 'pending', revision: 0 }
const text = { created_at, updated_at: created_at, revision: 0, is_deleted: false }
const emailCampaign = {
  kind: 'volunteer-update',
  preheader: '',
  text_content: 'x',
  segment_id: 'donors',
  segment_ids: ['donors'],
  revision: 0,
}

/** Per list: its address, the sort by name, and a row with this name. */
const lists: { [url: string]: { table: string; sort: string; row(name: string): object } } = {
  'admin/users': {
    table: 'users',
    sort: 'name',
    row: (last_name) => ({ ...person, ...account, last_name, email: 'x@example.org', revision: 0 }),
  },
  'admin/volunteers': {
    table: 'volunteers',
    sort: 'name',
    row: (last_name) => ({
      ...person,
      last_name,
      first_name: 'Al',
      email: 'x@example.org',
      interests: [],
      skill_match: {},
      interest_match: {},
      is_deleted: false,
      revision: 0,
    }),
  },
  'admin/emails': {
    table: 'email_signups',
    sort: 'firstName',
    row: (first_name) => ({ ...person, first_name, email: 'x@example.org' }),
  },
  'admin/donations': {
    table: 'donations',
    sort: 'name',
    row: (last_name) => ({
      last_name,
      first_name: 'Al',
      email: 'x@example.org',
      amount: 1,
      is_public: true,
      created_at,
      subject: person.subject,
      stream: randomUUID(),
    }),
  },
  'admin/prayers': {
    table: 'prayers',
    sort: 'firstName',
    row: (first_name) => ({ ...posted, first_name, prayer: 'x' }),
  },
  'admin/endorsements': {
    table: 'endorsements',
    sort: 'name',
    row: (name) => ({ ...posted, name, email: 'x@example.org', title: 'x', endorsement_text: 'x', is_public: true }),
  },
  'admin/news': {
    table: 'news_articles',
    sort: 'title',
    row: (title) => ({ ...text, title, excerpt: 'x', content: 'x', category: 'x', is_published: false }),
  },
  'admin/events': {
    table: 'campaign_events',
    sort: 'title',
    row: (title) => ({
      title,
      event_date: '2026-05-09',
      category: 'x',
      is_active: true,
      is_cancelled: false,
      is_deleted: false,
      created_at,
      sequence: 0,
      uid: crypto.randomUUID(),
      changed_at: created_at,
    }),
  },
  'email-campaigns': {
    table: 'email_campaigns',
    sort: 'name',
    row: (name) => ({ ...emailCampaign, name, subject: 'x', status: 'draft', created_at }),
  },
}

async function add(knex: Knex, table: string, row: (name: string) => object): Promise<void> {
  for (const id of stored) await knex(`read.${table}`).insert({ ...row(names[id - 1] ?? ''), id })
}

type Items = { id: number }[]
const isItems = (value: unknown): value is Items => Array.isArray(value)

async function opened() {
  const { get, database } = await createTestApp()
  /** The ids of a page; some answers are the list, others have it under a name. */
  async function ids(url: string): Promise<number[]> {
    const answer = await get(`/api/${url}`, { as: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    const body: object = answer.json()
    const items = isItems(body) ? body : (Object.values(body).find(isItems) ?? [])
    return items.map(({ id }) => id)
  }
  return { ids, knex: database.knex }
}

/** Equal names follow their numbers. */
const inOrder = names.map((_, index) => index + 1)

describe.each(Object.entries(lists))('in %s', (url, { table, sort, row }) => {
  it('names are found however they are typed and stored, and sorted as people sort them', async () => {
    const { ids, knex } = await opened()
    await add(knex, table, row)
    expect(await ids(`${url}?sort=${sort}`)).toEqual(inOrder)
    expect(await ids(`${url}?sort=-${sort}`)).toEqual(inOrder.toReversed())
    for (const [typed, found] of Object.entries(searches))
      expect([typed, await ids(`${url}?sort=${sort}&q=${encodeURIComponent(typed)}`)]).toEqual([typed, found])
  })
})

it('messages in the forum are sorted by names of their authors, and found by their words', async () => {
  const { ids, knex } = await opened()
  await add(knex, 'users', lists['admin/users']?.row ?? (() => ({})))
  await add(knex, 'forum_threads', (name) => ({
    author_id: names.indexOf(name) + 1,
    category_id: 1,
    title: name,
    content: 'x',
    status: 'approved',
    is_published: true,
    published_at: created_at,
    place: names.indexOf(name) + 1,
    is_deleted: false,
    is_pinned: false,
    is_locked: false,
    has_closed_history: false,
    revision: 0,
    created_at,
    subject: person.subject,
  }))
  expect(await ids('admin/forum/messages?sort=author')).toEqual(inOrder)
  for (const [typed, found] of Object.entries(searches))
    expect([typed, await ids(`admin/forum/messages?sort=createdAt&q=${encodeURIComponent(typed)}`)]).toEqual([
      typed,
      found,
    ])
})

it('actions are found by the name of the admin', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await app.post('/api/admin/news', { title: 'Rain', content: 'Words.' }, { as: 'admin' })
  await app.database.knex('read.users').where({ id: 1 }).update({ first_name: 'А\u0301ннa', last_name: 'Ñúñez' })
  for (const [typed, count] of [
    ['nunez', 1],
    ['АНН', 1],
    ['Zimmer', 0],
  ] as const) {
    const answer = await app.get(`/api/admin/actions?q=${encodeURIComponent(typed)}`, { as: 'admin' })
    expect([typed, answer.json().total]).toEqual([typed, count])
  }
})

it('filters take a category in any case, with or without its accents', async () => {
  const { ids, knex } = await opened()
  await add(knex, 'news_articles', (title) => ({
    ...(lists['admin/news']?.row(title) ?? {}),
    category: 'Éducation',
  }))
  expect(await ids(`admin/news?sort=title&filter=category:${encodeURIComponent('ÉDUCATION')}`)).toEqual(inOrder)
  expect(await ids('admin/news?filter=category:Roads')).toEqual([])
})

it('recipients of an email campaign are found by name, and sorted by address', async () => {
  const { ids, knex } = await opened()
  const list_id = randomUUID()
  const sent = { status: 'sent', list_id, rules: '[]', position: '1', recipients: names.length, left_out: '{}' }
  await knex('read.email_campaigns').insert({
    ...lists['email-campaigns']?.row('News'),
    ...sent,
    id: 1,
    recipients_hash: 'x',
    sent_date: created_at,
    evaluated_at: created_at,
  })
  await knex('app.campaign_queues').insert({ list_id, campaign_id: 1, status: 'finished', recipients: names.length })
  for (const id of stored)
    await knex('app.campaign_recipients').insert({
      list_id,
      id,
      subject: randomUUID(),
      email: `${names[id - 1]}@example.org`,
      first_name: names[id - 1],
      provider: 'other',
      reasons: [],
      status: 'sent',
    })
  expect(await ids('email-campaigns/1/recipients?sort=email')).toEqual(inOrder)
  for (const [typed, found] of Object.entries(searches))
    expect([typed, await ids(`email-campaigns/1/recipients?sort=id&q=${encodeURIComponent(typed)}`)]).toEqual([
      typed,
      found,
    ])
})
