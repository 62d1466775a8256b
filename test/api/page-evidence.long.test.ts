import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pageViewStream, pageViews } from '../../backend/domain/page-variations/page-views.ts'
import { uniformOffers } from '../../backend/domain/page-variations/serving-policy.ts'
import { draw, randomFrom } from '../../backend/domain/random.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { measurementAlarmsReactor } from '../../backend/reactors/measurement-alarms.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { letterhead } from '../../contract/campaign.ts'
import type { TestApp } from '../support/app/app.ts'
import { admin, analyticsOf, createGeneticApp, settled, step, visits } from '../support/app/genetic-app.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

describe('a winner', () => {
  it('is named once it clearly beats the others, and no more when later visitors disagree', async () => {
    const app = await createGeneticApp({ every: 1_000_000 })
    const best = (await analyticsOf(app)).variations.at(-1)?.id ?? ''
    const leaderNow = async () => {
      await step(app)
      return (await analyticsOf(app)).leader
    }
    expect(await leaderNow()).toBeNull()

    await visits(app, 100, () => ({}))
    const early = await leaderNow()
    expect(early).toMatchObject({ isWinner: false, oddsNeeded: 250 })

    const converts = (index: number, isBest: boolean) => index % (isBest ? 4 : 12) === 0
    let leader = early
    for (let come = 0; come < 3000 && !leader?.isWinner; come += 300) {
      await visits(app, 300, (index, { id }) => ({ donated: converts(index, id === best) }))
      leader = await leaderNow()
    }
    expect(leader).toMatchObject({ variationId: best, isWinner: true, daysLeft: 0 })
    expect(leader?.expectedLoss).toBeLessThanOrEqual(0.02)
    expect(leader?.odds).toBeGreaterThanOrEqual(250)

    for (let round = 0; round < 4; round++) await visits(app, 500, (_, { id }) => ({ donated: id !== best }))
    expect(await leaderNow()).not.toMatchObject({ variationId: best, isWinner: true })
    expect((await app.post('/api/genetic-test/verify', undefined, admin)).json()).toMatchObject({ isIntact: true })
  }, 120_000)
})

describe('the sample-ratio alarm', () => {
  /** Records views with equal chances on the record; `shownFor` says which page was really shown for a draw. */
  async function record(app: TestApp, views: number, shownFor: (ids: readonly string[], uniform: number) => string) {
    const { variations } = await analyticsOf(app)
    const ids = variations.map(({ id }) => id)
    const random = randomFrom('views')
    const [first] = variations
    if (!first) throw new Error('There is no page.')
    await Promise.all(
      Array.from({ length: views }, async () => {
        const uniform = random()
        const viewId = randomUUID()
        const variationId = shownFor(ids, uniform)
        const served = {
          viewId,
          visitorKey: viewId,
          variationId,
          generation: 1,
          day: '2026-03-01',
          genome: variations.find(({ id }) => id === variationId)?.genes ?? first.genes,
          genePoolVersion: 'pool-1',
          reason: 'new' as const,
          propensity: 0.2,
          probabilities: uniformOffers(ids, 0),
          uniform,
          policyVersion: 'uniform-1',
          snapshotHash: 'hash',
          fitnessVersion: 'fitness-1',
          bot: { isBot: false, rule: null, version: 'bots-1' },
        }
        const report = { viewId, visitId: randomUUID(), variationId, timeOnPage: 9000, donated: false }
        const { handle } = app.core
        const stream = pageViewStream(viewId)
        await handle(pageViews, stream, { type: 'ServeVariation', data: served }, systemContext())
        const data = { ...report, volunteered: false, exclusion: null, isLaterView: false }
        await handle(pageViews, stream, { type: 'ReportVisit', data }, systemContext())
      }),
    )
    await settled(app)
    return (await analyticsOf(app)).sampleRatio
  }

  it('stays silent on a fair log', async () => {
    const app = await createGeneticApp()
    const found = await record(app, 400, (ids, uniform) => draw(uniformOffers(ids, 0), uniform)?.variationId ?? '')
    expect(found).toMatchObject({ isMismatch: false })
    expect(found?.pages.map(({ expected }) => expected)).toEqual([80, 80, 80, 80, 80])
    expect(found?.pages.reduce((sum, { served }) => sum + served, 0)).toBe(400)
  })

  it('sounds on a log in which pages were shown by other chances than those recorded', async () => {
    const app = await createGeneticApp()
    const found = await record(app, 400, (ids, uniform) => ids[Math.floor(uniform * uniform * 5)] ?? '')
    expect(found).toMatchObject({ isMismatch: true })
    expect(found?.pValue).toBeLessThan(0.001)

    // The scoring after it raises the alarm, once, and each admin gets one email.
    await step(app)
    await visits(app, 60, () => ({}))
    await step(app)
    const alarms = ((await app.events()) as Recorded<DomainEvent>[]).filter(
      (event) => event.type === 'SampleRatioMismatched',
    )
    expect(alarms).toHaveLength(1)
    const { actions } = (await app.get('/api/admin/actions', admin)).json()
    expect(actions[0]).toMatchObject({ details: { event: 'SampleRatioMismatched', generation: 1 } })
    const mails: Mail[] = []
    const sentMails = sentMailsBy(app.database, async (mail) => void mails.push(mail))
    const sender = () => ({ ...letterhead, publicUrl: 'https://campaign.example' })
    const { on } = measurementAlarmsReactor({ knex: app.database.knex, sentMails, sender })
    for (const event of [...alarms, ...alarms]) await on.SampleRatioMismatched(event)
    expect(mails.map(({ to, text }) => [to, text.includes('https://campaign.example/genetic-analytics')])).toEqual([
      ['ada@example.org', true],
    ])
  })

  it('sounds when one page keeps its visitors from reporting', async () => {
    const app = await createGeneticApp()
    const silent = (await analyticsOf(app)).variations[0]?.id
    await visits(app, 300, (_, { id }) => (id === silent ? null : {}))
    const { sampleRatio } = await analyticsOf(app)
    expect(sampleRatio).toMatchObject({ isMismatch: true })
    expect(sampleRatio?.pages.find(({ variationId }) => variationId === silent)?.reported).toBe(0)
  })
})
