import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createNumberedPages, type NumberedPage } from '../../backend/read-model/older-pages.ts'
import { createPageStarts } from '../../backend/read-model/page-starts.ts'
import { prayerPages } from '../../backend/read-model/prayers.ts'
import { createTestApp } from '../support/app/app.ts'
import { length } from '../support/run/length.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const perPage = 50
type Item = { id: number; isShown: boolean }

/** The same pages by the plain rule: counted from the oldest, up to the page with the 50th of the newest visible. */
function plainPages(items: readonly Item[]) {
  const ordered = items.toSorted((a, b) => a.id - b.id)
  const shown = ordered.filter(({ isShown }) => isShown)
  const last = shown.at(-perPage)
  const end = last ? Math.floor(ordered.indexOf(last) / perPage) : 0
  const pages = Array.from({ length: end }, (_, index) => ({
    page: index + 1,
    ids: ordered.slice(index * perPage, (index + 1) * perPage).filter(({ isShown }) => isShown),
  })).filter(({ ids }) => ids.length > 0)
  const numbered = pages.map(({ page, ids }, index) => ({
    page,
    ids: ids.map(({ id }) => id),
    older: pages[index - 1]?.page ?? null,
    newer: pages[index + 1]?.page ?? null,
  }))
  const older = pages.at(-1)?.page ?? null
  return { first: { from: ordered[(older ?? 0) * perPage]?.id ?? 0, older }, numbered }
}

/** The refresher also checks the pages that link to one that has changed. */
function reached(moved: ReadonlySet<number>, around: readonly number[], shown: ReadonlyMap<number, NumberedPage>) {
  const all = new Set(around)
  for (const page of all) {
    const { older = null, newer = null } = shown.get(page) ?? {}
    if (moved.has(page)) for (const beside of [older, newer]) if (beside !== null) all.add(beside)
  }
  return all
}

async function prayersTable() {
  const { database } = await createTestApp()
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  const write = (items: readonly Item[]) =>
    client.query(
      `WITH item AS (SELECT * FROM unnest($1::integer[], $2::boolean[]) AS item (id, shown)),
         publication AS (
           INSERT INTO read.prayer_publications (place, item_id, is_latest) SELECT id, id, true FROM item ON CONFLICT DO NOTHING)
       INSERT INTO read.prayers (id, first_name, prayer, status, is_erased, created_at, subject, revision)
       SELECT id, 'Ruth', 'For rain.', CASE WHEN shown THEN 'approved' ELSE 'pending' END, false, now(), gen_random_uuid(), 0
       FROM item
       ON CONFLICT (id) DO UPDATE SET status = excluded.status`,
      [items.map(({ id }) => id), items.map(({ isShown }) => isShown)],
    )
  return { client, write }
}

type Change =
  | { kind: 'added'; count: number }
  | { kind: 'changed'; place: number; count: number }
  | { kind: 'late'; place: number }

/** New items, or some that are shown or hidden from now on, by their place from the newest. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('added' as const),
    count: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 300 })),
    isShown: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('changed' as const),
    place: fc.oneof(fc.nat({ max: 150 }), fc.nat({ max: 1500 })),
    count: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 100 })),
    isShown: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('late' as const), place: fc.nat({ max: 200 }), isShown: fc.boolean() }),
)

function changedIds(each: Change, newestFirst: readonly number[], newest: number): number[] {
  switch (each.kind) {
    // Only odd numbers at first: the others come late, from another process.
    case 'added':
      return Array.from({ length: each.count }, (_, index) => newest + (newest % 2) + 1 + 2 * index)
    case 'changed':
      return newestFirst.slice(each.place, each.place + each.count)
    case 'late':
      return newestFirst.slice(each.place, each.place + 1).map((id) => id + (id % 2))
  }
}

it('pages follow the plain rule, and a change affects only the pages around it, or after it when it comes late', async () => {
  const { client, write } = await prayersTable()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      await client.query('TRUNCATE read.prayers, read.prayer_publications')
      const numbered = createNumberedPages(prayerPages)
      const items = new Map<number, Item>()
      let before = new Map<number, string>()
      for (const { isShown, ...each } of steps) {
        const ids = [...items.keys()].toSorted((a, b) => b - a)
        const newest = ids[0] ?? 0
        const changed = changedIds(each, ids, newest).map((id) => ({ id, isShown }))
        await write(changed)
        for (const item of changed) items.set(item.id, item)

        const plain = plainPages([...items.values()])
        expect(await numbered.first(client)).toEqual(plain.first)
        const last = await numbered.last(client)
        expect(last).toBe(Math.ceil(items.size / perPage))
        const everyPage = Array.from({ length: last + 2 }, (_, page) => page)
        const shown = await numbered.shown(client, everyPage)
        const found = [...shown].map(([page, { ids, ...links }]) => ({
          page,
          ids: ids.toSorted((a, b) => a - b),
          ...links,
        }))
        expect(found.toSorted((a, b) => a.page - b.page)).toEqual(plain.numbered)

        const now = new Map(plain.numbered.map((page) => [page.page, JSON.stringify(page)]))
        const around = await numbered.around(
          client,
          changed.map(({ id }) => id),
        )
        const moved = new Set([...before.keys(), ...now.keys()].filter((page) => before.get(page) !== now.get(page)))
        expect([...moved].filter((page) => !reached(moved, around, shown).has(page))).toEqual([])
        before = now
      }
    }),
    { numRuns: length(200, 20) },
  )
})

it('only the newest rows are read again, until the table is another one', async () => {
  const { client, write } = await prayersTable()
  const starts = createPageStarts({ table: 'read.prayers', place: 'id', where: 'true', perPage: 2 })
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ id: from + index, isShown: true }))
  expect(await starts(client)).toEqual([])
  await write(items(100, 200))
  expect(await starts(client)).toHaveLength(50)
  await write(items(200, 203))
  expect((await starts(client)).slice(-3)).toEqual([198, 200, 202])
  // So late that its page is final: the pages stay where they are.
  await write(items(50, 51))
  expect(await starts(client)).toEqual(expect.arrayContaining([100, 102, 202]))

  await client.query(
    'CREATE TABLE read.other (LIKE read.prayers INCLUDING ALL); INSERT INTO read.other (id, first_name, prayer, status, is_erased, created_at, subject, revision) SELECT id, first_name, prayer, status, is_erased, created_at, subject, revision FROM read.prayers WHERE id > 101; DROP TABLE read.prayers; ALTER TABLE read.other RENAME TO prayers',
  )
  expect((await starts(client)).slice(0, 2)).toEqual([102, 104])
})
