import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { seedDemoContent } from '../../backend/demo/content.ts'
import { createPages } from '../../backend/pages/projected.ts'
import { projections } from '../../backend/projections/index.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'

const families = new Map(projections.flatMap(({ name, tables }) => Object.keys(tables).map((table) => [table, name])))

/** The projections of the tables that this reads. */
async function readBy(client: pg.ClientBase, read: (client: pg.ClientBase) => Promise<unknown>): Promise<Set<string>> {
  const tables = new Set<string>()
  const noting = new Proxy(client, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target)
      return (text: string, values?: unknown[]) => {
        for (const [, table = ''] of text.matchAll(/\bread\.(\w+)/g)) tables.add(table)
        return target.query(text, values)
      }
    },
  })
  await read(noting)
  return new Set([...tables].map((table) => families.get(table) ?? table))
}

it('every page shows only tables of the families that it watches, because only those are counted', async () => {
  const app = await createTestApp()
  await seedDemoContent(app.core)
  await allProjected(app)
  const client = await app.database.pool.connect()
  onTestFinished(() => client.release())
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  const { pages, families } = createPages()
  for (const { path, tags, content } of pages) expect([...(await readBy(client, content))], path).toEqual([...tags])
  for (const { tag, path, items, shared } of families) {
    const read = await readBy(client, async (client) => {
      expect(shared !== undefined || (await items(client, ids)).size > 0, path(1)).toBe(true)
      await shared?.pagesOf(client, ids)
    })
    expect([...read], path(1)).toEqual([tag])
  }
})
