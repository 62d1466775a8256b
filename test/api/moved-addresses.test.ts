import { describe, expect, it } from 'vitest'
import { recordReports } from '../../backend/commands/mail-events/record.ts'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { suppressionOf } from '../../backend/read-model/mail-consents.ts'
import { createTestApp } from '../support/app/app.ts'
import { tablesWith } from '../support/app/canaries.ts'
import { inDays, rally } from '../support/app/rsvps.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { productLogs } from '../support/log/product-logs.ts'

const [before, after] = ['ruth@old-mailbox.example', 'ruth@new-mailbox.example']
const [ruth, spouse] = ['Ruth Gray', 'Sam Gray']

async function withRuth(log: (typeof productLogs)[number]) {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} }
  const app = await createTestApp({ identity: 'real', log, runs: 'everything', overrides: { mailer } })
  const admin = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const cookie = await signUpAt(app, before)
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, session?: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', ...(session && { cookie: session }) }
    const answer = await app.http.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(300)
    return answer
  }
  const account = await app.core.accounts.byEmailHash(app.core.subjects.emailHash(before))
  const userId = account?.userId ?? 0
  const verify = { type: 'VerifyUserEmail', data: { userId } } as const
  await app.core.handle(users, userStream(userId), verify, systemContext())
  await app.core.accounts.proveEmail(userId, { isSamePerson: true })
  await ask('PUT', '/api/profile', { firstName: 'Ruth', lastName: 'Gray' }, cookie)
  return { app, admin, cookie, userId, ask, mails }
}

/** Opens the link that the new inbox got. */
async function prove({ app, ask, userId, cookie }: Awaited<ReturnType<typeof withRuth>>) {
  const link = { seconds: 60, emailHash: app.core.subjects.emailHash(after), email: after, userId }
  const token = await app.core.tokens.issue('email-change', link)
  await ask('POST', '/api/auth/email-change/verify', { token }, cookie)
  const { knex } = app.database
  await expect.poll(() => knex('read.moved_addresses').then((rows) => rows.length), { timeout: 20_000 }).toBe(1)
}

const volunteer = { firstName: 'Ruth', lastName: 'Gray', email: before, interests: ['Phone Banking'] }

describe.each(productLogs)('a proven change of address, log in %s', (log) => {
  it('takes seats, the sign-up, the application and what counts for segments along, and no one else', async () => {
    const all = await withRuth(log)
    const { app, admin, ask, mails } = all
    const event = (
      await ask('POST', '/api/admin/events', { ...rally, eventDate: inDays(20), capacity: 9 }, admin)
    ).json()
    for (const name of [ruth, spouse]) await ask('POST', `/api/events/${event.id}/rsvp`, { name, email: before })
    await ask('POST', '/api/email-signup', { email: before, firstName: 'Ruth' })
    await ask('POST', '/api/volunteers', volunteer)
    await ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain on the fields.', email: before })
    await ask('POST', '/api/prayers', { firstName: 'Sam', prayer: 'For the harvest.', email: before })
    const subject = await app.core.subjects.forEmail(before)
    const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
    await prove(all)

    const { knex } = app.database
    const addresses = async (table: string) =>
      (await knex(table).orderBy('id').select('email')).map(({ email }) => email)
    expect(await addresses('read.rsvps')).toEqual([after, before])
    expect(await addresses('read.email_signups')).toEqual([after])
    expect(await addresses('read.volunteers')).toEqual([after])
    const mailed = await knex('read.supporter_standings AS person')
      .join('read.supporters AS known', 'known.subject', 'person.subject')
      .where('person.is_prayer_member', true)
      .orderBy('known.email')
      .select('known.email', 'known.first_name', 'person.is_subscriber', 'person.is_volunteer')
    expect(mailed).toEqual([
      { email: after, first_name: 'Ruth', is_subscriber: true, is_volunteer: true },
      { email: before, first_name: null, is_subscriber: false, is_volunteer: false },
    ])

    const exported = await ask('GET', `/api/admin/events/${event.id}/rsvps/export`, undefined, admin)
    expect(exported.body).toMatch(new RegExp(`${ruth},${after}`))
    expect(exported.body).toMatch(new RegExp(`${spouse},${before}`))

    mails.length = 0
    await ask('PUT', `/api/admin/events/${event.id}`, { ...rally, eventDate: inDays(21), capacity: 9 }, admin)
    const told = () => mails.filter(({ subject: words }) => words.includes(rally.title)).map(({ to }) => to)
    await expect.poll(() => told().toSorted(), { timeout: 20_000 }).toEqual([after, before])

    // The link in a mail to the old address.
    await ask('POST', '/api/mail-consents/unsubscribe', { token })
    const [suppression] = await knex('read.mail_suppressions').where({
      subject: await app.core.subjects.forEmail(after),
    })
    expect(suppression).toMatchObject({ reason: 'unsubscribed' })

    // The old address is free for another person.
    await ask('POST', '/api/email-signup', { email: before, firstName: 'Pat' })
    await ask('POST', '/api/email-signup', { email: after })
    expect(await addresses('read.email_signups')).toEqual([after, before])

    await ask('POST', '/api/admin/erasures', { email: after }, admin)
    await expect.poll(() => tablesWith(app.database.pool, after), { timeout: 20_000 }).toEqual([])
  })

  it('keeps one sign-up of two, and every no', async () => {
    const all = await withRuth(log)
    const { app, ask } = all
    await ask('POST', '/api/email-signup', { email: before, firstName: 'Ruth' })
    await ask('POST', '/api/email-signup', { email: after })
    const subject = await app.core.subjects.forEmail(before)
    const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
    await ask('POST', '/api/mail-consents/unsubscribe', { token })
    await prove(all)
    const { knex } = app.database
    const rows = await knex('read.email_signups').select('email', 'first_name')
    expect(rows).toEqual([{ email: after, first_name: 'Ruth' }])
    expect(await knex('read.email_signup_totals').select('signups')).toEqual([{ signups: 1 }])
    const [suppression] = await knex('read.mail_suppressions').where({
      subject: await app.core.subjects.forEmail(after),
    })
    expect(suppression).toMatchObject({ reason: 'unsubscribed' })
  })

  it('a complaint or an unsubscribe mail about a mail to the old address stops mail to the new one; a bounce does not', async () => {
    const all = await withRuth(log)
    const { core } = all.app
    await all.ask('POST', '/api/email-signup', { email: before })
    const subject = await core.subjects.forEmail(before)
    await prove(all)
    const present = await core.subjects.forEmail(after)
    const tools = { ...core, knex: all.app.database.knex }
    const reasonOf = async (of: string) => (await suppressionOf(tools.knex, of))?.reason
    const at = new Date().toISOString()
    const report = { messageId: core.messageIds.issue({ campaignId: 7, subject }, 'a'), email: null, at }
    await recordReports(tools, [{ ...report, type: 'bounce', kind: 'hard', code: '5.1.1' }])
    await expect.poll(() => reasonOf(subject)).toBe('bounced')
    expect(await reasonOf(present)).toBeUndefined()
    // The mail that a mailbox passed on: its key is the same for everyone whom it is about.
    await recordReports(tools, [{ ...report, type: 'unsubscribe' }], 'mail 7')
    await expect.poll(() => reasonOf(present)).toBe('unsubscribed')
    await recordReports(tools, [{ ...report, type: 'complaint', isDoubted: false }])
    await expect.poll(() => reasonOf(present)).toBe('complained')
  })
})
