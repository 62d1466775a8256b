import { expect, it } from 'vitest'
import type { Mail } from '../../backend/mail/mailer.ts'
import { mailConfirmationsReactor } from '../../backend/reactors/mail-confirmations.ts'
import { segmentStats } from '../../backend/read-model/email-segments.ts'
import { letterhead } from '../../contract/campaign.ts'
import { createTestApp } from '../support/app/app.ts'
import { limitedMailsBy } from '../support/mail/limited-mails.ts'
import { everythingShown } from '../support/mail/sent-email-campaign.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

async function askingApp({ confirmedOptIn = true } = {}) {
  const app = await createTestApp()
  const mails: Mail[] = []
  const sentMails = sentMailsBy(app.database, async (mail) => void mails.push(mail), 'www.example.org')
  const { on } = mailConfirmationsReactor({
    ...app.core,
    knex: app.database.knex,
    reached: app.reached,
    limitedMails: limitedMailsBy(app, sentMails),
    confirmedOptIn,
    sender: () => ({ ...letterhead, publicUrl: 'https://www.example.org' }),
  })
  return {
    app,
    mails,
    /** Gives the reactor the whole log. */
    async react() {
      await everythingShown(app)
      for (const event of await app.core.decode<Parameters<(typeof on)[keyof typeof on]>[0]>(
        await app.core.log.readAll(null, 1000),
      )) {
        if (event.type === 'MailingListJoined') await on.MailingListJoined(event)
        if (event.type === 'VolunteerApplied') await on.VolunteerApplied(event)
      }
    },
    join: (email: string) => app.post('/api/email-signup', { email, firstName: null }),
    apply: (email: string) => app.post('/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email }),
    async newsletter() {
      await everythingShown(app)
      return (await segmentStats(app.database.knex, new Date(), { confirmedOptIn: true }))[0]
    },
  }
}

it('a new subscriber is asked once to confirm the address, and is left out until they do', async () => {
  const { app, mails, react, join, apply, newsletter } = await askingApp()
  await join('ruth@example.org')
  await react()
  expect((await apply('Ruth@example.org')).statusCode).toBe(201)
  await react()
  expect(mails.map(({ to }) => to)).toEqual(['ruth@example.org'])
  expect(await newsletter()).toMatchObject({ count: 0, leftOut: { unconfirmed: 1 } })

  const path = /https:\/\/www\.example\.org(\/confirm-subscription\?token=[\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  // Mail scanners open links.
  for (const method of ['GET', 'HEAD'] as const) await app.app.inject({ method, url: path })
  expect(await newsletter()).toMatchObject({ count: 0 })
  for (const _ of [1, 2]) {
    const answer = await app.postForm(path, {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path.replace('?', '/confirmed?')])
  }
  expect(await newsletter()).toMatchObject({ count: 1, leftOut: {} })
  expect((await app.events()).filter(({ type }) => type === 'MailAddressConfirmed')).toHaveLength(1)
  expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
})

it('no one is asked where addresses need no confirmation, or after unsubscribing', async () => {
  const off = await askingApp({ confirmedOptIn: false })
  await off.join('ruth@example.org')
  await off.react()
  expect(off.mails).toEqual([])

  const { app, mails, react, join } = await askingApp()
  await join('ruth@example.org')
  const subject = await app.core.subjects.forEmail('ruth@example.org')
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
  await app.postForm(`/unsubscribe?token=${token}`, { 'List-Unsubscribe': 'One-Click' })
  await react()
  expect(mails).toEqual([])
})

it('another link, a changed one, or that of an erased person confirms nothing', async () => {
  const { app, join } = await askingApp()
  await app.registerPeople()
  await join('ruth@example.org')
  const subject = await app.core.subjects.forEmail('ruth@example.org')
  const right = app.core.confirmationTokens.issue({ subject, campaignId: null })
  const unsubscribe = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
  for (const token of ['', 'x', unsubscribe, `${right.slice(0, -4)}AAAA`]) {
    const answer = await app.postForm(`/confirm-subscription?token=${token}`, {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/confirm-subscription/invalid?token=${token}`])
  }
  expect((await app.postForm(`/confirm-subscription?token=${right}`, { more: 'a' })).statusCode).toBe(400)
  await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
  const answer = await app.postForm(`/confirm-subscription?token=${right}`, {})
  expect(answer.headers.location).toBe(`/confirm-subscription/erased?token=${right}`)
  expect((await app.events()).filter(({ type }) => type === 'MailAddressConfirmed')).toEqual([])
})

it('asks an inbox five times a day, however many of its addresses are signed up', async () => {
  const { mails, react, join } = await askingApp()
  for (let tag = 1; tag <= 7; tag++) await join(`ruth+${tag}@example.org`)
  await join('naomi@example.org')
  await react()
  expect(mails.map(({ to }) => to)).toEqual([
    ...[1, 2, 3, 4, 5].map((tag) => `ruth+${tag}@example.org`),
    'naomi@example.org',
  ])
})
