import { expect, it } from 'vitest'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { measurementAlarmsReactor } from '../../backend/reactors/measurement-alarms.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { letterhead } from '../../contract/campaign.ts'
import type { TestApp } from '../support/app/app.ts'
import { admin, analyticsOf, createGeneticApp, newer, settled, step, visits } from '../support/app/genetic-app.ts'
import { holdRoles } from '../support/app/hold-roles.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

type Paused = Extract<Recorded<DomainEvent>, { type: 'VariationPaused' }>
const pausesIn = async (app: TestApp): Promise<Paused[]> =>
  ((await app.events()) as Recorded<DomainEvent>[]).filter((event) => event.type === 'VariationPaused')

it('a page that brings no sign-ups is paused, told of, and shown again once an admin resumes it', async () => {
  const app = await createGeneticApp({ every: 1_000_000 })
  const bad = (await analyticsOf(app)).variations[1]?.id ?? ''
  await visits(app, 500, (index, { id }) => ({ volunteered: id !== bad && index % 4 === 0 }))
  await step(app)
  const [paused, ...more] = await pausesIn(app)
  expect(more).toEqual([])
  expect(paused?.data).toMatchObject({ variationId: bad, reason: 'signups' })
  expect((await analyticsOf(app)).pauses).toMatchObject([{ variationId: bad, reason: 'signups' }])
  const { actions } = (await app.get('/api/admin/actions', admin)).json()
  expect(actions[0]).toMatchObject({ details: { event: 'VariationPaused', variationId: bad } })

  const mails: Mail[] = []
  const sentMails = sentMailsBy(app.database, async (mail) => void mails.push(mail))
  const sender = () => ({ ...letterhead, publicUrl: 'https://campaign.example' })
  const { on } = measurementAlarmsReactor({ knex: app.database.knex, sentMails, sender })
  await holdRoles(app, 2, [{ role: 'moderator' }])
  await holdRoles(app, 3, [{ role: 'analyst' }])
  for (let time = 0; time < 2; time++) if (paused) await on.VariationPaused(paused)
  const shortId = bad.slice(bad.indexOf('_') + 1)
  expect(mails.map(({ to, text }) => [to, text.includes(`variation ${shortId}`)])).toEqual([
    ['ada@example.org', true],
    ['cora@example.org', true],
  ])

  // No one sees it, and it is not bred again.
  await newer(app)
  const shown = await visits(app, 100, (index) => ({ volunteered: index % 4 === 0 }))
  expect(shown.map(({ id }) => id)).not.toContain(bad)
  await step(app)
  await app.post('/api/genetic-test/evolve', undefined, admin)
  await settled(app)
  const { variations } = await analyticsOf(app)
  expect(variations.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).not.toContain(bad)

  const resume = (id: string, who = admin) => app.post(`/api/genetic-test/variations/${id}/resume`, undefined, who)
  expect((await resume(bad)).statusCode).toBe(204)
  expect((await resume(bad)).statusCode).toBe(204)
  expect((await resume('gen1_none')).statusCode).toBe(404)
  expect((await analyticsOf(app)).pauses).toEqual([])
  expect(await app.rebuildDiffers()).toMatchObject({ page_pauses: 0, page_scorings: 0 })
  expect((await app.post('/api/genetic-test/verify', undefined, admin)).json()).toMatchObject({ isIntact: true })
}, 60_000)

it('a page whose views are not reported is paused for errors, and visitors who had it get another one', async () => {
  const app = await createGeneticApp({ every: 1_000_000 })
  const bad = (await analyticsOf(app)).variations[1]?.id ?? ''
  await visits(app, 400, (_, { id }) => (id === bad ? null : {}))
  await step(app)
  expect((await pausesIn(app)).map(({ data }) => [data.variationId, data.reason])).toEqual([[bad, 'errors']])
})

it('equal pages are not paused', async () => {
  const app = await createGeneticApp({ every: 1_000_000 })
  for (let round = 0; round < 3; round++) {
    await visits(app, 150, (index) => (index % 10 === 0 ? null : { volunteered: index % 8 === 0 }))
    await step(app)
  }
  expect(await pausesIn(app)).toEqual([])
})
