import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { mailClickStream, mailClicks } from '../../backend/domain/mail-clicks.ts'
import { systemContext } from '../../backend/eventlog/command-context.ts'
import { type AccountApp, createAccountApp } from '../support/account.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const url = '/api/profile/export'

it('the download is a file with all data about the person', async () => {
  const { email, ask, id, cookie } = await app.account()
  await app.verify(id)
  await app.visit('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'Before the account.', email })
  await ask('PUT', '/api/profile', { phone: '765 555 0123', city: 'Muncie' })
  await ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'While signed in, without an address.' })
  await ask('POST', '/api/endorsements', { name: 'Ruth', email, title: 'Gleaner', endorsementText: 'Kind.' })
  await ask('POST', '/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email, skills: 'Harvest' })
  await ask('POST', '/api/email-signup', { email, firstName: 'Ruth' })
  await ask('POST', '/api/activity', { action: 'watched', page: '/about', metadata: { seconds: 7 } })
  const subject = await app.core.subjects.forEmail(email)
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: 7 })
  await app.visit('POST', '/api/mail-consents/unsubscribe', { token })
  const click = {
    campaignId: 7,
    subject,
    clickId: '33333333-3333-4333-8333-333333333333',
    link: 1,
    links: 1,
    url: 'https://example.org/plan',
    isDonation: false,
    method: 'GET',
    client: 'browser',
    at: '2026-03-01T12:00:00.000Z',
    deliveredAt: '2026-03-01T11:00:00.000Z',
  } as const
  const command = { type: 'ClickMailLink', data: click } as const
  const { position } = await app.core.handle(mailClicks, mailClickStream(click), command, systemContext())
  await app.reached(position ?? '')
  await app.traffic.flush()

  const answer = await ask('GET', url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="my-data.json"',
    'cache-control': 'no-store',
  })
  expect(answer.json()).toMatchObject({
    user: { id, email, phone: '765 555 0123', city: 'Muncie' },
    preferences: { campaignNews: true },
    mail: {
      suppressions: [{ reason: 'unsubscribed', at: expect.any(String), campaignId: 7 }],
      choices: [],
      clicks: [{ url: 'https://example.org/plan', campaignId: 7, isHuman: true }],
    },
    deletion: { dueAt: null },
    sessions: [{ method: 'password', device: expect.any(String) }],
    signIns: expect.any(Array),
    secondFactor: { isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, hasApp: false },
    passkeys: [],
    providers: [],
    emailSignups: [{ email, firstName: 'Ruth' }],
    volunteers: [{ email, skills: 'Harvest' }],
    prayers: [{ prayer: 'Before the account.' }, { prayer: 'While signed in, without an address.' }],
    endorsements: [{ title: 'Gleaner', endorsementText: 'Kind.' }],
    rsvps: [],
    forumThreads: [],
    forumPosts: [],
    activities: [{ action: 'watched', page: '/about', metadata: { seconds: 7 } }],
  })
  const { history, visits }: { history: { type: string }[]; visits: object[] } = answer.json()
  expect(history.map(({ type }) => type)).toEqual([
    'UserRegistered',
    'PrayerSubmitted',
    'ProfileUpdated',
    'PrayerSubmitted',
    'EndorsementSubmitted',
    'VolunteerApplied',
    'MailingListJoined',
  ])
  expect(visits.length).toBeGreaterThan(3)
  // No credentials, and none of our internal names.
  expect(answer.body).not.toContain(cookie.replace('session=', ''))
  expect(answer.body).not.toMatch(/"(sid|password\w*|subject|claim|emailHash|sessionId)":/i)
})

it('an unverified address gives no access to what others sent with it', async () => {
  const email = 'victim@example.org'
  await app.visit('POST', '/api/prayers', { firstName: 'Victim', prayer: 'A secret.', email })
  const attacker = await app.account(email)
  await attacker.ask('POST', '/api/prayers', { firstName: 'Own', prayer: 'My own.', email })
  const { prayers } = (await attacker.ask('GET', url)).json()
  expect(prayers).toMatchObject([{ prayer: 'My own.' }])
  expect((await attacker.ask('GET', url)).body).not.toContain('A secret.')
})

it('contains nothing about others', async () => {
  const ruth = await app.account()
  const naomi = await app.account()
  for (const { id } of [ruth, naomi]) await app.verify(id)
  await naomi.ask('PUT', '/api/profile', { city: 'Canary-town' })
  await naomi.ask('POST', '/api/prayers', { firstName: 'Naomi', prayer: 'Canary-words' })
  expect((await ruth.ask('GET', url)).body).not.toContain('Canary')
  expect((await app.visit('GET', url)).statusCode).toBe(401)
})

it('lists what was rejected with the reason, and what was deleted only in the history', async () => {
  const { email, ask, id } = await app.account()
  await app.verify(id)
  const sent = async (path: string, body: object) => (await ask('POST', path, body)).json().id
  const rejected = await sent('/api/prayers', { firstName: 'Ruth', prayer: 'Kept.' })
  const prayer = await sent('/api/prayers', { firstName: 'Ruth', prayer: 'Deleted.' })
  const endorsement = await sent('/api/endorsements', { name: 'Ruth', email, endorsementText: 'Deleted.' })
  const volunteer = await sent('/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email })
  const admin = await app.account('ada@example.org', app.firstAdminToken)
  await admin.ask('POST', `/api/admin/prayers/${rejected}/reject`, { reason: 'Too private.' })
  for (const path of [`prayers/${prayer}`, `endorsements/${endorsement}`, `volunteers/${volunteer}`])
    await admin.ask('DELETE', `/api/admin/${path}`)
  const { prayers, endorsements, volunteers, history } = (await ask('GET', url)).json()
  expect(prayers).toMatchObject([{ prayer: 'Kept.', status: 'rejected', rejectionReason: 'Too private.' }])
  expect([endorsements, volunteers]).toEqual([[], []])
  expect(history.map(({ type }: { type: string }) => type)).toContain('EndorsementSubmitted')
})

it('donations that were imported under a verified address are in it', async () => {
  const app = await createAccountApp(onTestFinished)
  const admin = await app.account('treasurer@example.org', app.firstAdminToken)
  const ruth = await app.account()
  const stranger = await app.account()
  await app.verify(ruth.id)
  const csv = (email: string) => `firstName,lastName,email,amount,createdAt\nRuth,Gray,${email},12.50,2026-03-01`
  for (const { email } of [ruth, stranger]) {
    const url = '/api/admin/donations/import'
    const file = Buffer.from(csv(email))
    const { plan } = (await admin.ask('POST', url, file, 'text/csv')).json()
    expect((await admin.ask('POST', `${url}?plan=${plan}`, file, 'text/csv')).statusCode).toBe(200)
  }
  expect((await ruth.ask('GET', url)).json().donations).toMatchObject([{ email: ruth.email, amount: 1250 }])
  expect((await stranger.ask('GET', url)).json().donations).toEqual([])
})
