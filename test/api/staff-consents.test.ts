import { describe, expect, it } from 'vitest'
import { staffConsentActs } from '../../backend/commands/mail-consents/staff-acts.ts'
import { runMailConsent } from '../../backend/tools/mail-consent-command.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { createEmailCampaignApp } from '../support/mail/email-campaigns.ts'
import { everythingShown } from '../support/mail/sent-email-campaign.ts'

const admin = { as: 'admin' } as const
const secret = 'a webhook secret of more than 32 characters'
const basic = `Basic ${Buffer.from(`provider:${secret}`).toString('base64')}`
const env = { MAIL_EVENTS_SECRET: secret }
/** Noon, so that it is the same day in the time zone of the campaign. */
const noon = (day: string) => `${day}T18:00:00.000Z`

const report = async ({ app }: Pick<TestApp, 'app'>, ...events: object[]) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/mail-events',
    payload: JSON.stringify({ events }),
    headers: { 'content-type': 'application/json', authorization: basic },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const bounce = (email: string, at: string) => ({ type: 'bounce', code: '5.1.1', at, about: { email } })
const complaint = (email: string, at: string) => ({ type: 'complaint', at, about: { email } })

async function office() {
  const app = await createTestApp({ env })
  await app.registerPeople()
  const post = (name: string, body: object) => app.post(`/api/admin/mail-consents/${name}`, body, admin)
  return {
    app,
    join: async (...emails: string[]) => {
      for (const email of emails) expect((await app.post('/api/email-signup', { email })).statusCode).toBe(201)
    },
    read: (email: string) => post('read', { email }),
    unsubscribe: (email: string, source = 'by phone') => post('unsubscribe', { email, source }),
    lift: (email: string, reason = 'works again') => post('lift-bounce', { email, reason }),
    liftAll: (domain: string, day: string) => post('lift-bounces', { domain, day }),
    bounced: async (domain: string, day: string) =>
      (await app.get(`/api/admin/mail-consents/bounces?domain=${domain}&day=${day}`, admin)).json(),
    history: async (id: number) => {
      await everythingShown(app)
      return (await app.get(`/api/admin/history/email-signups/${id}`, admin)).json()
    },
    actions: async () => (await app.get('/api/admin/actions?filter=topic:mail-consents', admin)).json().actions,
    command: async (...words: string[]) => {
      const lines: string[] = []
      const code = await runMailConsent(words, {
        staffConsents: staffConsentActs({ ...app.core, knex: app.database.knex }),
        now: () => new Date(),
        print: (line) => void lines.push(line),
      })
      return { code, lines }
    },
  }
}

describe('a person who phones', () => {
  it('gets no more campaign mail, with the source in their history and in Actions', async () => {
    const { join, unsubscribe, history, actions, app } = await office()
    await join('ruth@example.org')
    const answer = await unsubscribe(' Ruth@Example.org ')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { isChanged: true, mailSuppression: { reason: 'unsubscribed', at: expect.stringMatching(/Z$/) } },
    ])
    expect((await unsubscribe('ruth@example.org', 'by letter')).json().isChanged).toBe(false)
    expect((await history(1)).at(-1)).toMatchObject({
      type: 'MailUnsubscribed',
      actor: { kind: 'admin' },
      state: { campaignEmail: 'Unsubscribed (by phone)' },
    })
    expect(await actions()).toMatchObject([
      {
        action: 'Unsubscribe from mail',
        admin: { email: 'ada@example.org' },
        target: { topic: 'email-signups', id: 1 },
        before: {},
        after: { campaignEmail: 'Unsubscribed (by phone)' },
      },
    ])
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
  })

  it('is found by their address, whatever list they are in', async () => {
    const { read, unsubscribe, app } = await office()
    await app.post('/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org' })
    expect((await read('Ruth@example.org')).json()).toEqual({ mailSuppression: null })
    await unsubscribe('ruth@example.org')
    expect((await read('ruth@example.org')).json()).toMatchObject({ mailSuppression: { reason: 'unsubscribed' } })
  })

  it('is rejected for an unknown or erased address, and for bad input, in a sentence', async () => {
    const { join, unsubscribe, lift, liftAll, read, app } = await office()
    await join('ruth@example.org')
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, admin)
    for (const answer of [
      await unsubscribe('ruth@example.org'),
      await unsubscribe('nobody@example.org'),
      await lift('nobody@example.org'),
      await read('nobody@example.org'),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([
        404,
        'We don’t know this address. Check its spelling.',
      ])
    for (const answer of [
      await unsubscribe('ruth'),
      await unsubscribe('ben@example.org', 'by pigeon'),
      await lift('ben@example.org', ''),
      await liftAll('nowhere', '2026-03-01'),
      await liftAll('example.org', '2026-02-30'),
      await app.get('/api/admin/mail-consents/bounces?domain=example.org', admin),
    ])
      expect(answer.statusCode, answer.body).toBe(400)
  })
})

describe('a bounce that staff lift', () => {
  it('is gone, in the history and in Actions; an old report read again brings nothing back, and a new one counts', async () => {
    const { join, lift, history, actions, app } = await office()
    await join('ruth@example.org')
    const first = bounce('ruth@example.org', '2026-03-01T12:00:00.000Z')
    await report(app, first)
    const answer = await lift('ruth@example.org')
    expect([answer.statusCode, answer.json()]).toEqual([200, { isChanged: true, mailSuppression: null }])
    expect((await lift('ruth@example.org')).json()).toEqual({ isChanged: false, mailSuppression: null })
    // The same report, and another one of the same time.
    await report(app, first)
    await report(app, { ...first, code: '5.1.10' })
    expect((await history(1)).map(({ type }: { type: string }) => type)).toEqual([
      'MailingListJoined',
      'MailBounced',
      'MailBounceLifted',
    ])
    expect((await actions())[0]).toMatchObject({
      action: 'Lift mail bounce',
      admin: { email: 'ada@example.org' },
      target: { topic: 'email-signups', id: 1 },
      before: { campaignEmail: 'Bounced', bounce: 'hard, 5.1.1' },
      after: { campaignEmail: 'On', bounce: 'lifted: the mailbox works again' },
    })
    await report(app, bounce('ruth@example.org', new Date(Date.now() + 1000).toISOString()))
    expect((await history(1)).at(-1)).toMatchObject({ type: 'MailBounced', state: { campaignEmail: 'Bounced' } })
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
  })

  it('is rejected for people who unsubscribed or complained', async () => {
    const { join, unsubscribe, lift, app } = await office()
    await join('ruth@example.org', 'naomi@example.org')
    await report(
      app,
      bounce('ruth@example.org', noon('2026-03-01')),
      complaint('naomi@example.org', noon('2026-03-01')),
    )
    await unsubscribe('ruth@example.org')
    const answers = [await lift('ruth@example.org'), await lift('naomi@example.org')]
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [409, 'They unsubscribed. Only they can start our mail again: ask them to sign up on the website.'],
      [409, 'They reported our mail as spam. If that was not them, or a mistake, lift the complaint instead.'],
    ])
  })

  it('after a block is lifted for a domain and a day, one event per person, and never for those who said no', async () => {
    const { join, liftAll, bounced, unsubscribe, history, app } = await office()
    const people = ['ruth@block.example', 'naomi@block.example', 'boaz@block.example', 'orpah@other.example']
    await join(...people, 'late@block.example')
    await report(app, ...people.map((email) => bounce(email, noon('2026-03-01'))))
    await report(app, bounce('late@block.example', noon('2026-03-02')))
    await unsubscribe('boaz@block.example')
    expect(await bounced('@Block.example', '2026-03-01')).toEqual({ bounced: 2 })
    const answer = await liftAll('block.example', '2026-03-01')
    expect([answer.statusCode, answer.json()]).toEqual([200, { lifted: 2, left: 0 }])
    expect((await liftAll('block.example', '2026-03-01')).json()).toEqual({ lifted: 0, left: 0 })
    expect(
      (await app.events()).filter(({ type }) => type === 'MailBounceLifted').map(({ data }) => data),
    ).toMatchObject([{ reason: 'blocked us' }, { reason: 'blocked us' }])
    expect((await history(1)).at(-1)).toMatchObject({
      type: 'MailBounceLifted',
      actor: { kind: 'admin' },
      state: { campaignEmail: 'On', bounce: 'lifted: their provider blocked our mail' },
    })
    const left = (await app.get('/api/admin/emails', admin)).json()
    expect(
      left.map(
        ({ mailSuppression }: { mailSuppression: { reason: string } | null }) => mailSuppression?.reason ?? null,
      ),
    ).toEqual(['bounced', 'bounced', 'unsubscribed', null, null])
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
  })

  it('is mailed by the next campaign', async () => {
    const { sink, ...app } = await createEmailCampaignApp({ fault: (mail) => (mail === 1 ? 'refuse' : null) }, {}, env)
    await app.volunteers([{ email: 'ruth@example.org' }])
    app.emailCampaignSending.start()
    await app.finished(await app.update())
    expect((await app.post('/api/email-campaigns/volunteer-update', { customContent: null }, admin)).statusCode).toBe(
      409,
    )
    const lifted = await app.post(
      '/api/admin/mail-consents/lift-bounce',
      { email: 'ruth@example.org', reason: 'mistake' },
      admin,
    )
    expect(lifted.statusCode, lifted.body).toBe(200)
    await app.finished(await app.update('And once more.'))
    expect(sink.received.map(({ to }) => to)).toEqual(['ruth@example.org'])
  })
})

describe('npm run admin', () => {
  it('does the same, in the name of the server', async () => {
    const { join, command, actions, app } = await office()
    await join('ruth@block.example', 'naomi@block.example', 'boaz@example.org')
    await report(
      app,
      bounce('ruth@block.example', noon('2026-03-01')),
      bounce('naomi@block.example', noon('2026-03-01')),
      bounce('boaz@example.org', noon('2026-03-01')),
    )
    expect(await command('lift-bounces', 'block.example', '2026-03-01')).toEqual({
      code: 0,
      lines: ['2 addresses at block.example that bounced on 2026-03-01 get campaign mail again.'],
    })
    expect(await command('lift-bounce', 'boaz@example.org', 'works-again')).toEqual({
      code: 0,
      lines: ['boaz@example.org gets campaign mail again.'],
    })
    expect((await command('lift-bounce', 'boaz@example.org', 'works-again')).lines).toEqual([
      'boaz@example.org has not bounced.',
    ])
    expect(await command('unsubscribe', 'boaz@example.org', 'by-letter')).toEqual({
      code: 0,
      lines: ['boaz@example.org gets no more campaign mail (by letter).'],
    })
    expect((await command('unsubscribe', 'boaz@example.org', 'by-phone')).lines).toEqual([
      'boaz@example.org had unsubscribed before.',
    ])
    expect(await command('lift-bounce', 'boaz@example.org', 'mistake')).toEqual({
      code: 1,
      lines: ['They unsubscribed. Only they can start our mail again: ask them to sign up on the website.'],
    })
    expect((await command('unsubscribe', 'nobody@example.org', 'by-phone')).code).toBe(1)
    for (const words of [
      ['unsubscribe', 'boaz@example.org'],
      ['unsubscribe', 'boaz@example.org', 'by-pigeon'],
      ['unsubscribe', 'boaz@example.org', 'toString'],
      ['lift-bounces', 'example.org', 'yesterday'],
      ['lift-bounce', 'boaz@example.org', 'mistake', 'more'],
    ])
      expect(await command(...words)).toEqual({ code: null, lines: [] })
    await everythingShown(app)
    expect((await actions())[0]).toMatchObject({
      action: 'Unsubscribe from mail',
      actor: { kind: 'server' },
      after: { campaignEmail: 'Unsubscribed (by letter)' },
    })
  })
})
