import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { preferences, preferencesStream } from '../../backend/domain/accounts/preferences.ts'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { bringUpToDate } from '../../backend/kernel/projector/bring-up-to-date.ts'
import {
  choiceCounts,
  choiceOf,
  mayStillBeMailedSql,
  recipientsSql,
  type SegmentChoice,
  segmentPositionSql,
  segmentStats,
  segments,
  subjectHashSql,
} from '../../backend/read-model/email-segments.ts'
import { whyChosen } from '../../backend/read-model/why-chosen.ts'
import { segmentAt } from '../../backend/tools/segment-at.ts'
import { mailPurposes, type SegmentId, type SegmentStats, segmentIds } from '../../contract/email-segments.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { forgetKey } from '../support/app/forget-key.ts'

const admin = { as: 'admin' } as const
const day = 24 * 3600 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

async function stats({ get }: TestApp): Promise<Record<string, Pick<SegmentStats, 'count' | 'leftOut'>>> {
  const answer = await get('/api/email-segments/stats', admin)
  expect(answer.statusCode, answer.body).toBe(200)
  const list: SegmentStats[] = answer.json()
  return Object.fromEntries(list.map(({ segmentId, ...rest }) => [segmentId, rest]))
}
async function send({ post }: TestApp, url: string, body: object, status = 201): Promise<number> {
  const answer = await post(url, body, url.includes('/admin/') ? admin : {})
  expect(answer.statusCode, answer.body).toBe(status)
  return answer.body === '' ? 0 : answer.json().id
}
const join = (app: TestApp, email: string) => send(app, '/api/email-signup', { email })
const apply = (app: TestApp, email: string) =>
  send(app, '/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email })
const pray = (app: TestApp, email?: string) =>
  send(app, '/api/prayers', { firstName: 'Ruth', ...(email && { email }), prayer: 'For rain.' })
const endorse = (app: TestApp, email: string) =>
  send(app, '/api/endorsements', { name: 'Ruth Gray', email, title: 'Farmer', endorsementText: 'Good.' })

const chosen = async ({ database: { pool } }: TestApp, choice: SegmentChoice): Promise<string[]> =>
  (await pool.query<{ email: string }>(`${recipientsSql(choice)} ORDER BY email`)).rows.map(({ email }) => email)
const now = (...ids: [SegmentId, ...SegmentId[]]) => choiceOf(ids, { at: new Date() })

const subjectOf = async ({ core: { subjects } }: TestApp, email: string) => subjects.forEmail(email)

/** Appends by the domain itself, for what has no route here, and waits for the read model. */
async function decided(app: TestApp, position: Promise<{ position: string | null }>): Promise<void> {
  const { position: reached } = await position
  if (reached !== null) await app.reached(reached)
}
async function consent(
  app: TestApp,
  email: string,
  type: 'UnsubscribeFromMail' | 'ReportMailComplaint',
): Promise<void> {
  const subject = await subjectOf(app, email)
  const data = { subject, campaignId: null, at: new Date().toISOString() }
  await decided(app, app.core.handle(mailConsents, mailConsentStream(subject), { type, data }, systemContext()))
}
async function bounce(app: TestApp, email: string, kind: 'hard' | 'soft', campaignId: number): Promise<void> {
  const subject = await subjectOf(app, email)
  const data = { subject, campaignId, kind, code: '5.1.1', at: new Date().toISOString() }
  const command = { type: 'ReportMailBounce', data } as const
  await decided(app, app.core.handle(mailConsents, mailConsentStream(subject), command, systemContext()))
}
async function register(app: TestApp, userId: number, email: string): Promise<string> {
  const subject = await subjectOf(app, email)
  const data = { userId, subject, email, firstName: 'Ruth', lastName: 'Gray' }
  await decided(app, app.core.handle(users, userStream(userId), { type: 'RegisterUser', data }, systemContext()))
  return subject
}
const allOn = {
  campaignNews: true,
  volunteerOpportunities: true,
  eventInvitations: true,
  emailUpdates: true,
  securityAlerts: true,
}

describe('the list of segments', () => {
  it('has the seven of the dashboard, each with its rule and its switch', async () => {
    const app = await createTestApp()
    const answer = await app.get('/api/email-segments', admin)
    expect(answer.json()).toEqual([...segments])
    expect(answer.json().map(({ id }: { id: string }) => id)).toEqual([...segmentIds])
    for (const segment of answer.json()) {
      expect(segment).toMatchObject({ ruleVersion: 1, sentence: expect.stringMatching(/^\w.+\.$/) })
      expect(mailPurposes).toContain(segment.purpose)
    }
    expect((await app.get('/api/email-segments', { as: 'supporter' })).statusCode).toBe(403)
    expect((await app.get('/api/email-segments/stats')).statusCode).toBe(401)
  })
})

describe('who is in a segment', () => {
  it('follows from what they did, once per address in any case', async () => {
    const app = await createTestApp()
    await join(app, 'Ruth@Example.org')
    await apply(app, 'ruth@example.org')
    await pray(app, 'RUTH@example.org')
    await pray(app)
    await apply(app, 'naomi@example.org')
    await apply(app, 'naomi@example.org')
    expect(await stats(app)).toEqual({
      'newsletter-subscribers': { count: 1, leftOut: {} },
      'active-volunteers': { count: 2, leftOut: {} },
      donors: { count: 0, leftOut: {} },
      'prayer-community': { count: 1, leftOut: {} },
      'highly-engaged': { count: 1, leftOut: {} },
      'new-supporters': { count: 2, leftOut: {} },
      'inactive-supporters': { count: 0, leftOut: {} },
    })
    expect(await chosen(app, now('newsletter-subscribers', 'active-volunteers'))).toHaveLength(2)
  })

  it('changes when an application or a prayer is deleted, restored or corrected', async () => {
    const app = await createTestApp()
    const id = await apply(app, 'ruth@example.org')
    const prayer = await pray(app, 'ruth@example.org')
    await app.remove(`/api/admin/volunteers/${id}`, admin)
    await app.remove(`/api/admin/prayers/${prayer}`, admin)
    expect(await stats(app)).toMatchObject({
      'active-volunteers': { count: 0 },
      'prayer-community': { count: 0 },
      'new-supporters': { count: 0 },
      'inactive-supporters': { count: 0 },
    })
    await send(app, `/api/admin/volunteers/${id}/restore`, {}, 200)
    await app.put(`/api/admin/volunteers/${id}`, { firstName: 'R', lastName: 'G', email: 'right@example.org' }, admin)
    expect(await chosen(app, now('active-volunteers'))).toEqual(['right@example.org'])
    expect(await stats(app)).toMatchObject({ 'active-volunteers': { count: 1 }, 'new-supporters': { count: 1 } })
  })

  it('counts an account that never took part as an inactive supporter, and says so', async () => {
    const app = await createTestApp()
    await register(app, 7, 'ruth@example.org')
    expect((await stats(app))['inactive-supporters']).toEqual({ count: 1, leftOut: {} })
    expect(segments.find(({ id }) => id === 'inactive-supporters')?.sentence).toBe(
      'They have an account or took part before, but have not taken part in the last 90 days.',
    )
    await join(app, 'ruth@example.org')
    expect((await stats(app))['inactive-supporters']).toEqual({ count: 0, leftOut: {} })
  })

  it('depends on the day: people become inactive by themselves', async () => {
    const app = await createTestApp()
    await join(app, 'ruth@example.org')
    await apply(app, 'ruth@example.org')
    await endorse(app, 'ruth@example.org')
    const at = async (days: number) => {
      const list = await segmentStats(app.database.knex, daysAgo(-days))
      return ['highly-engaged', 'new-supporters', 'inactive-supporters'].map(
        (id) => list.find(({ segmentId }) => segmentId === id)?.count,
      )
    }
    expect(await at(0)).toEqual([1, 1, 0])
    expect(await at(30)).toEqual([1, 1, 0])
    expect(await at(31)).toEqual([0, 0, 0])
    expect(await at(90)).toEqual([0, 0, 0])
    expect(await at(91)).toEqual([0, 0, 1])
    await register(app, 7, 'naomi@example.org')
    expect(await at(0)).toEqual([1, 1, 1])
  })
})

it('include people and settings from before the segments at once', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await join(app, 'ruth@example.org')
  await apply(app, 'naomi@example.org')
  await apply(app, 'ben@example.org')
  await app.put('/api/preferences', { ...allOn, volunteerOpportunities: false }, { as: 'supporter' })
  await allProjected(app)
  const before = await stats(app)
  expect(before['active-volunteers']).toEqual({ count: 1, leftOut: { switchedOff: 1 } })
  const { pool, knex } = app.database
  const projection = app.core.projections.find(({ name }) => name === 'supporters')
  await pool.query(`DROP TABLE ${Object.keys(projection?.tables ?? {}).map((name) => `read.${name}`)} CASCADE`)
  await pool.query(`DELETE FROM app.checkpoints WHERE projection = 'supporters'`)
  // The next start.
  await bringUpToDate({ ...app.core, pool })
  const after = await segmentStats(knex, new Date())
  expect(Object.fromEntries(after.map(({ segmentId, ...rest }) => [segmentId, rest]))).toEqual(before)
  await apply(app, 'hannah@example.org')
  await allProjected(app)
  expect((await stats(app))['active-volunteers']).toEqual({ count: 2, leftOut: { switchedOff: 1 } })
})

describe('who is left out', () => {
  it('is counted once, by the first reason', async () => {
    const app = await createTestApp()
    const names = ['erased', 'deleted', 'banned', 'complained', 'bounced', 'unsubscribed', 'off', 'free']
    for (const name of names) await apply(app, `${name}@example.org`)
    for (const [index, name] of names.entries()) await register(app, 10 + index, `${name}@example.org`)
    const asked = { by: 1, activeAdmins: 2, now: new Date().toISOString() }
    const rights = (userId: number, type: 'BanUser' | 'DeactivateUser') =>
      decided(
        app,
        app.core.handle(
          users,
          userStream(userId),
          type === 'BanUser'
            ? { type, data: { userId, asked, reason: null, until: null } }
            : { type, data: { userId, asked } },
          systemContext(),
        ),
      )
    for (const name of ['unsubscribed', 'complained']) await consent(app, `${name}@example.org`, 'UnsubscribeFromMail')
    // Their own choice comes before what their mail server says.
    for (const name of ['unsubscribed', 'bounced']) await bounce(app, `${name}@example.org`, 'hard', 1)
    await consent(app, 'complained@example.org', 'ReportMailComplaint')
    await rights(11, 'DeactivateUser')
    await rights(11 + 1, 'BanUser')
    const choice = {
      userId: 16,
      subject: await subjectOf(app, 'off@example.org'),
      ...allOn,
      volunteerOpportunities: false,
    }
    await decided(
      app,
      app.core.handle(preferences, preferencesStream(16), { type: 'ChangePreferences', data: choice }, systemContext()),
    )
    await send(app, '/api/admin/erasures', { email: 'erased@example.org' }, 200)

    const leftOut = { erased: 1, deleted: 1, banned: 1, complained: 1, bounced: 1, unsubscribed: 1, switchedOff: 1 }
    expect((await stats(app))['active-volunteers']).toEqual({ count: 1, leftOut })
    expect(await chosen(app, now('active-volunteers'))).toEqual(['free@example.org'])
    expect(await choiceCounts(app.database.knex, now('active-volunteers'))).toEqual({ chosen: 1, leftOut })
    // The switch of a segment counts, whatever the email is about.
    expect(await chosen(app, choiceOf(['active-volunteers'], { at: new Date(), purpose: 'campaignNews' }))).toEqual([
      'free@example.org',
    ])
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
    await apply(app, 'late@example.org')
    expect((await stats(app))['active-volunteers']).toEqual({ count: 2, leftOut })
  })

  it('obeys the email setting of its segment and the one it is about, and no others', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    await apply(app, 'ben@example.org')
    await allProjected(app)
    for (const off of mailPurposes) {
      const body = { ...allOn, [off]: false }
      expect((await app.put('/api/preferences', body, { as: 'supporter' })).statusCode).toBe(200)
      for (const purpose of mailPurposes) {
        const choice = choiceOf(['active-volunteers'], { at: new Date(), purpose })
        expect(await chosen(app, choice), `${purpose} without ${off}`).toEqual(
          purpose === off || off === 'volunteerOpportunities' ? [] : ['ben@example.org'],
        )
      }
    }
    // The fifth, security alerts, is about notices of sign-ins (auth-sessions.test.ts).
    const body = { ...allOn, securityAlerts: false }
    await app.put('/api/preferences', body, { as: 'supporter' })
    expect(await chosen(app, now('active-volunteers'))).toEqual(['ben@example.org'])
  })

  it('includes unconfirmed people, where the campaign requires confirmation', async () => {
    const app = await createTestApp()
    await join(app, 'ruth@example.org')
    await join(app, 'naomi@example.org')
    await register(app, 7, 'ruth@example.org')
    const verify = { type: 'VerifyUserEmail', data: { userId: 7 } } as const
    await decided(app, app.core.handle(users, userStream(7), verify, systemContext()))
    const strict = { at: new Date(), confirmedOptIn: true }
    expect(await chosen(app, choiceOf(['newsletter-subscribers'], strict))).toEqual(['ruth@example.org'])
    const [newsletter] = await segmentStats(app.database.knex, new Date(), { confirmedOptIn: true })
    expect(newsletter).toEqual({ segmentId: 'newsletter-subscribers', count: 1, leftOut: { unconfirmed: 1 } })
    expect((await stats(app))['newsletter-subscribers']).toEqual({ count: 2, leftOut: {} })
  })

  it('bounces for good after one hard or as many soft ones as the rule of bounces says', async () => {
    const app = await createTestApp()
    await join(app, 'ruth@example.org')
    const subject = await subjectOf(app, 'ruth@example.org')
    const isLeftOut = async () => (await stats(app))['newsletter-subscribers']?.count === 0
    for (let emailCampaign = 1; emailCampaign <= 10; emailCampaign++) {
      await bounce(app, 'ruth@example.org', 'soft', emailCampaign)
      const events = (await app.events()).filter(({ type }) => type.startsWith('Mail') && type !== 'MailingListJoined')
      const state = events.reduce(
        (state, event) => mailConsents.evolve(state, event as Parameters<typeof mailConsents.evolve>[1]),
        mailConsents.initialState,
      )
      expect(await isLeftOut()).toBe(state.suppressions.own.bounced !== undefined)
    }
    expect(await isLeftOut()).toBe(true)
    const again = { type: 'ResubscribeToMail', data: { subject, campaignId: null } } as const
    await decided(app, app.core.handle(mailConsents, mailConsentStream(subject), again, systemContext()))
    expect(await isLeftOut()).toBe(false)
  })

  it('consent is checked again when a recipient is claimed', async () => {
    const app = await createTestApp()
    for (const name of ['ruth', 'naomi', 'ada']) await join(app, `${name}@example.org`)
    const choice = now('newsletter-subscribers')
    const { pool } = app.database
    const may = async () =>
      (
        await pool.query(
          `SELECT email FROM read.supporters AS recipient WHERE ${mayStillBeMailedSql(choice, 'recipient.subject')} ORDER BY 1`,
        )
      ).rows.map(({ email }) => email)
    expect(await may()).toEqual(['ada@example.org', 'naomi@example.org', 'ruth@example.org'])
    await consent(app, 'ruth@example.org', 'UnsubscribeFromMail')
    await forgetKey(app.core, await subjectOf(app, 'naomi@example.org'))
    expect(await may()).toEqual(['ada@example.org'])
  })
})

describe('the ledger', () => {
  it('evaluates a choice again from the log alone, also after erasures and unsubscribes', async () => {
    const app = await createTestApp()
    const { pool } = app.database
    for (const name of ['ruth', 'naomi', 'ada', 'esther']) await join(app, `${name}@example.org`)
    await pray(app, 'ruth@example.org')
    await pray(app)
    await consent(app, 'esther@example.org', 'UnsubscribeFromMail')
    const choice = now('newsletter-subscribers', 'prayer-community')
    const { rows: sent } = await pool.query(
      `SELECT (${segmentPositionSql}) AS position, ${subjectHashSql} AS hash, count(*)::integer AS chosen
       FROM (${recipientsSql(choice)}) AS recipient`,
    )
    const { position, ...ledger } = sent[0]
    expect(ledger.chosen).toBe(3)

    await send(app, '/api/admin/erasures', { email: 'ruth@example.org' }, 200)
    await consent(app, 'ada@example.org', 'UnsubscribeFromMail')
    await join(app, 'late@example.org')
    expect(await chosen(app, choice)).toEqual(['late@example.org', 'naomi@example.org'])
    const tools = { ...app.core, pool }
    expect(await segmentAt(tools, position, choice)).toEqual({ ...ledger, leftOut: { unsubscribed: 1 } })
    const onlyPrayers = { ...choice, rules: choice.rules.slice(1) }
    expect((await segmentAt(tools, position, onlyPrayers)).chosen).toBe(1)
    const { rows: left } = await pool.query(`SELECT FROM pg_namespace WHERE nspname LIKE 'read_at_%'`)
    expect(left).toEqual([])
  })

  it('says why a person was chosen: the rule and what they had done by then', async () => {
    const app = await createTestApp()
    const volunteerId = await apply(app, 'ruth@example.org')
    await pray(app, 'ruth@example.org')
    await endorse(app, 'ruth@example.org')
    const choice = now('active-volunteers', 'highly-engaged', 'donors')
    // The next events are later by the clock, in whole milliseconds.
    while (Date.now() <= Date.parse(choice.at)) await setTimeout(1)
    await app.remove(`/api/admin/volunteers/${volunteerId}`, admin)
    await join(app, 'ruth@example.org')
    const subject = await subjectOf(app, 'ruth@example.org')
    const reasons = ['active-volunteers', 'highly-engaged']
    const answer = await whyChosen(app.database.knex, subject, choice, reasons)
    expect(answer).toMatchObject([
      { segmentId: 'active-volunteers', ruleVersion: 1, engagements: [{ type: 'volunteer', item: { volunteerId } }] },
      {
        segmentId: 'highly-engaged',
        engagements: [{ type: 'endorsement' }, { type: 'prayer' }, { type: 'volunteer' }],
      },
    ])
    await send(app, '/api/admin/erasures', { email: 'ruth@example.org' }, 200)
    const after = await whyChosen(app.database.knex, subject, choice, reasons)
    expect(after.map(({ engagements }) => engagements.length)).toEqual([1, 3])
    expect(JSON.stringify(after)).not.toContain('ruth')
  })

  it('names the newest of what put a person on a list first', async () => {
    const app = await createTestApp()
    const first = await pray(app, 'ruth@example.org')
    const second = await pray(app, 'ruth@example.org')
    const subject = await subjectOf(app, 'ruth@example.org')
    const [reason] = await whyChosen(app.database.knex, subject, now('prayer-community'), ['prayer-community'])
    expect(reason?.engagements.map(({ item }) => item.prayerId)).toEqual([second, first])
  })

  it('refuses an unknown rule', () => {
    const choice = { ...now('donors'), rules: [{ segmentId: 'donors' as const, version: 2 }] }
    expect(() => recipientsSql(choice)).toThrow(RangeError)
  })
})

it('an erased person is in no table, and the counts stay right', async () => {
  const app = await createTestApp()
  const email = 'canary@example.org'
  await join(app, email)
  await apply(app, email)
  await pray(app, email)
  await endorse(app, email)
  const before = await stats(app)
  await send(app, '/api/admin/erasures', { email }, 200)
  const { rows } = await app.database.pool.query(
    `SELECT (SELECT json_agg(t) FROM read.user_engagement t)::text || (SELECT json_agg(t) FROM read.supporters t)::text AS all`,
  )
  expect(rows[0].all).not.toMatch(/canary|Ruth/)
  const after = await stats(app)
  for (const id of segmentIds) {
    const total = ({ count = 0, leftOut = {} }: Partial<SegmentStats> = {}) =>
      count + Object.values(leftOut).reduce((sum, people) => sum + people, 0)
    expect(total(after[id])).toBe(total(before[id]))
  }
  expect(after['newsletter-subscribers']).toEqual({ count: 0, leftOut: { erased: 1 } })
})
