import { describe, expect, it } from 'vitest'
import type { FitnessReplay, FitnessRules } from '../../contract/fitness-replay.ts'
import { changeBlocks } from '../support/app/changed-blocks.ts'
import { admin, analyticsOf, createGeneticApp, evolve, newer, settled, visits } from '../support/app/genetic-app.ts'

it('changes what a visit is worth, and scores again by the new rule', { tags: 'long' }, async () => {
  const app = await createGeneticApp()
  await visits(app, 20, (index) => ({ volunteered: index % 4 === 0 }))
  await app.evolving.step()
  await settled(app)
  const before = await analyticsOf(app)
  const weights = { donation: 2, volunteer: 6, time: 0.01 }
  const changed = await app.put('/api/genetic-test/fitness', { weights, timeCap: 30_000 }, admin)
  expect(changed.json()).toMatchObject({ current: { version: 'fitness-2', weights } })
  await app.evolving.step()
  await settled(app)
  const after = await analyticsOf(app)
  expect(after.fitnessRule).toMatchObject({ version: 'fitness-2', weights })
  expect(after.variations[0]?.fitnessScore).toBeGreaterThan(before.variations[0]?.fitnessScore ?? 0)
})

it('saves formulas under a name', async () => {
  const app = await createGeneticApp()
  const formula = { weights: { donation: 1, volunteer: 3, time: 0 }, timeCap: 20_000, from: '2026-01-01' }
  const url = '/api/genetic-test/formulas/Volunteers%20first'
  const saved = await app.put(url, formula, admin)
  expect(saved.json().formulas).toMatchObject([
    { name: 'Volunteers first', by: 'Ada Byron', request: { ...formula, to: null, bots: 'out', split: 'thompson' } },
  ])
  expect((await app.put(url, { ...formula, timeCap: 60_000 }, admin)).statusCode).toBe(400)
  expect((await app.remove(url, admin)).statusCode).toBe(204)
  expect((await app.get('/api/genetic-test/fitness', admin)).json().formulas).toEqual([])
})

it('keeps the hash of the result with a saved formula, and shows whether it still holds', {
  tags: 'long',
}, async () => {
  const app = await createGeneticApp()
  await visits(app, 40, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
  const formula = { weights: { donation: 1, volunteer: 3, time: 0 }, timeCap: 20_000 }
  const url = '/api/genetic-test/formulas/Volunteers%20first'
  const { hash, lastPosition } = (await app.post('/api/genetic-test/replay', formula, admin)).json<FitnessReplay>()
  // Later visits are not part of the result.
  await visits(app, 10)
  const saved = (await app.put(url, formula, admin)).json<FitnessRules>()
  expect(saved.formulas).toMatchObject([{ result: { hash, lastPosition }, check: null }])

  // Later visits and rules do not change it.
  await evolve(app)
  const weights = { donation: 2, volunteer: 6, time: 0.01 }
  await app.put('/api/genetic-test/fitness', { weights, timeCap: 30_000 }, admin)
  const checked = await app.post(`${url}/check`, undefined, admin)
  expect(checked.json()).toMatchObject({ formulas: [{ result: { hash }, check: { hash, holds: true } }] })
  expect((await app.post('/api/genetic-test/replay', formula, admin)).json<FitnessReplay>().hash).not.toBe(hash)

  await changeBlocks(app.database.pool, (event) =>
    event.type === 'VisitRecorded' ? { ...event, data: { ...event.data, donated: false, volunteered: false } } : event,
  )
  const changed = (await app.post(`${url}/check`, undefined, admin)).json<FitnessRules>().formulas[0]
  expect(changed?.check).toMatchObject({ holds: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await app.post('/api/genetic-test/formulas/Unknown/check', undefined, admin)).statusCode).toBe(404)
  expect((await app.post(`${url}/check`, undefined, { as: 'supporter' })).statusCode).toBe(403)
  expect(await app.rebuildDiffers()).toMatchObject({ fitness_formulas: 0 })
})

it('computes the result of a formula that is saved without having been replayed', async () => {
  const app = await createGeneticApp()
  const formula = { weights: { donation: 1, volunteer: 3, time: 0 }, timeCap: 20_000 }
  const saved = (await app.put('/api/genetic-test/formulas/New', formula, admin)).json<FitnessRules>()
  const replayed = (await app.post('/api/genetic-test/replay', formula, admin)).json<FitnessReplay>()
  expect(saved.formulas[0]?.result).toEqual({ hash: replayed.hash, lastPosition: replayed.lastPosition })
})

describe('replaying another formula', () => {
  const request = { weights: { donation: 0, volunteer: 1, time: 0 }, timeCap: 30_000 }

  it('answers three questions, or says why not, and gives the same to the bit', { tags: 'long' }, async () => {
    const app = await createGeneticApp()
    await visits(app, 60, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
    await app.evolving.step()
    await settled(app)
    await newer(app)
    await visits(app, 240, (index) => ({ donated: index % 7 === 0, volunteered: index % 4 === 0 }))
    await evolve(app)
    const head = (await app.events()).length
    const replayed = await app.post('/api/genetic-test/replay', request, admin)
    expect(replayed.statusCode, replayed.body).toBe(200)
    const found = replayed.json<FitnessReplay>()
    expect(found).toMatchObject({ visitors: 300, unusable: 0, today: { version: 'fitness-1' } })
    expect(found.pages.rows).toHaveLength(5)
    expect(found.pages.rows.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(300)
    expect(found.split).toMatchObject({ kind: 'estimate', coverage: 1 })
    expect(found.split.actual?.mean).toBeCloseTo((100 * 72) / 300, 9)
    expect(found.breeding.kind).toBe('extrapolation, no evidence')
    expect(found.breeding.same + Number(found.breeding.differs !== null)).toBe(1)
    const again = await app.post('/api/genetic-test/replay', request, admin)
    expect(again.body).toBe(replayed.body)
    expect((await app.events()).length).toBe(head)
  })

  it('breeds the same generations by the rule in force, and knows an empty period', async () => {
    const app = await createGeneticApp()
    await visits(app, 30, (index) => ({ donated: index % 6 === 0 }))
    await evolve(app)
    const own = { weights: { donation: 2, volunteer: 1, time: 0.01 }, timeCap: 30_000 }
    const same = await app.post('/api/genetic-test/replay', own, admin)
    expect(same.json()).toMatchObject({ breeding: { same: 1, differs: null, refusal: null } })
    const empty = await app.post('/api/genetic-test/replay', { ...own, to: '2001-01-01' }, admin)
    expect(empty.json()).toMatchObject({ visitors: 0, split: { refusal: 'No visitors in this period.' } })
    for (const wrong of [
      { weights: { donation: -1, volunteer: 1, time: 0 } },
      { timeCap: 0.5 },
      { from: 'May' },
      { more: 1 },
    ])
      expect((await app.post('/api/genetic-test/replay', { ...own, ...wrong }, admin)).statusCode).toBe(400)
  })
})
