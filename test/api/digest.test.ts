import { expect, it } from 'vitest'
import type { Mail } from '../../backend/mail/mailer.ts'
import { createDigest } from '../../backend/reactors/digest.ts'
import { letterhead } from '../../contract/campaign.ts'
import { createTestApp } from '../support/app/app.ts'
import { holdRoles } from '../support/app/hold-roles.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

const day = 24 * 3600 * 1000

async function digesting({ hour = 8 as number | null, send = async () => {} } = {}) {
  const app = await createTestApp()
  await app.registerPeople()
  const mails: Mail[] = []
  const today = new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`).getTime()
  const sentMails = sentMailsBy(app.database, async (mail) => {
    await send()
    mails.push(mail)
  })
  const digest = createDigest({
    knex: app.database.knex,
    sentMails,
    sender: () => ({ ...letterhead, publicUrl: 'https://campaign.example' }),
    hour,
    localTime: (now) => ({ date: now.toISOString().slice(0, 10), hour: now.getUTCHours() }),
  })
  const pray = () => app.post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain', email: null, location: null })
  /** Day 1 is tomorrow, so that this test’s submissions are from before. */
  return {
    app,
    mails,
    pray,
    retry: (number: number, hours: number) => sentMails.retryMails(new Date(today + number * day + hours * 3_600_000)),
    at: (number: number, hours: number) => digest(new Date(today + number * day + hours * 3_600_000)),
  }
}

it('admins get one email a day about waiting items, from the hour on, without names', async () => {
  const { app, mails, pray, at } = await digesting()
  await pray()
  await pray()
  await app.post('/api/endorsements', { name: 'Naomi', email: 'naomi@example.org', title: '', endorsementText: '' })
  await at(1, 7)
  expect(mails).toEqual([])
  for (const hours of [8, 9, 23]) await at(1, hours)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.org', `2 prayers are waiting for review, and more: ${letterhead.siteName}`],
  ])
  expect(mails[0]?.text).toContain('One endorsement is waiting for review.')
  expect(mails[0]?.text).toContain('https://campaign.example/admin')
  expect(`${mails[0]?.text}${mails[0]?.html}`).not.toMatch(/Ruth|Naomi|rain/)
  await at(2, 8)
  expect(mails).toHaveLength(2)
})

it('nothing is sent when nothing waits, and not later that day either', async () => {
  const { mails, pray, at } = await digesting()
  await at(1, 8)
  await pray()
  await at(1, 9)
  expect(mails).toEqual([])
  await at(2, 8)
  expect(mails).toHaveLength(1)
})

it('staff get what they may decide about, and nothing when none of it waits', async () => {
  const { app, mails, pray, at } = await digesting()
  await pray()
  await app.post('/api/volunteers', { firstName: 'Ruth', lastName: 'Miller', email: 'ruth@example.org' })
  await holdRoles(app, 2, [{ role: 'moderator' }])
  await holdRoles(app, 3, [{ role: 'editor' }, { role: 'analyst' }])
  await at(0, 23.9)
  const lines = Object.fromEntries(mails.map(({ to, text }) => [to, text.match(/^.* waiting .*$/gm)]))
  const prayer = 'One prayer is waiting for review.'
  const volunteer = 'One new volunteer is waiting to hear from us.'
  expect(lines).toEqual({ 'ada@example.org': [volunteer, prayer], 'ben@example.org': [prayer] })
  expect(mails[1]?.subject).toBe(`One prayer is waiting for review: ${letterhead.siteName}`)
})

it('a holder of a role of the campaign’s own gets what it allows, until it is changed or removed', async () => {
  const { app, mails, pray, at } = await digesting()
  const write = (revision: number, rights: string[] | null) =>
    app.core.staffSets.write([{ key: 'set-1', name: 'Desk', rights, revision }])
  await pray()
  await holdRoles(app, 2, [{ role: 'set-1' }])
  const toHolder = () => mails.filter(({ to }) => to === 'ben@example.org').length
  await write(1, ['console', 'prayers'])
  await at(0, 23.9)
  expect(toHolder()).toBe(1)
  await write(2, ['console', 'news'])
  await at(1, 23.9)
  await write(3, null)
  await at(2, 23.9)
  expect(toHolder()).toBe(1)
})

it('staff get none by a role that has ended or is for one event, nor when banned, deactivated or unproven', async () => {
  const { app, mails, pray, at } = await digesting()
  const { core, database } = app
  await pray()
  const ended = { role: 'moderator', until: '2020-01-01T00:00:00.000Z' }
  const held = [{ role: 'moderator', eventId: null, until: null }]
  await holdRoles(app, 2, [ended])
  await at(1, 8)
  await holdRoles(app, 2, [{ role: 'moderator', eventId: 7 }])
  await at(2, 8)
  await core.accounts.setRights(2, 10, { isAdmin: false, isActive: false, ban: null, roles: held })
  await at(3, 8)
  await core.accounts.setRights(2, 11, {
    isAdmin: false,
    isActive: true,
    ban: { reason: null, until: null },
    roles: held,
  })
  await at(4, 8)
  await core.accounts.setRights(2, 12, { isAdmin: false, isActive: true, ban: null, roles: held })
  await database.pool.query('UPDATE app.accounts SET is_email_verified = false WHERE user_id = 2')
  await at(5, 8)
  expect(mails.map(({ to }) => to)).toEqual(Array(5).fill('ada@example.org'))
  await holdRoles(app, 2, held)
  await at(6, 8)
  expect(mails.slice(5).map(({ to }) => to)).toEqual(['ada@example.org', 'ben@example.org'])
})

it('a person whose role was taken gets none that was put aside', async () => {
  let isFull = true
  const { app, mails, pray, at, retry } = await digesting({
    async send() {
      if (isFull) throw Object.assign(new Error('full'), { code: 'EENVELOPE', responseCode: 452 })
    },
  })
  await holdRoles(app, 2, [{ role: 'moderator' }])
  await pray()
  await at(1, 8)
  isFull = false
  await holdRoles(app, 2, [])
  await retry(1, 9)
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
})

it('a person who volunteered in the last day waits to be called', async () => {
  const { app, mails, at } = await digesting()
  await app.post('/api/volunteers', { firstName: 'Ruth', lastName: 'Miller', email: 'ruth@example.org' })
  await at(1, 0)
  expect(mails).toEqual([])
  await at(0, 23.9)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `One new volunteer is waiting to hear from us: ${letterhead.siteName}`,
  ])
  await at(3, 8)
  expect(mails).toHaveLength(1)
})

it('an email that could not be sent is sent at the next attempt; a campaign can switch it off', async () => {
  let isDown = true
  const { mails, pray, at } = await digesting({
    async send() {
      if (isDown) throw new Error('down')
    },
  })
  await pray()
  await expect(at(1, 8)).rejects.toThrow('down')
  isDown = false
  await at(1, 8)
  await at(1, 9)
  expect(mails).toHaveLength(1)

  const off = await digesting({ hour: null })
  await off.pray()
  await off.at(1, 23)
  expect(off.mails).toEqual([])
})

it('an admin whose mailbox is full gets it later that day, but not the next day', async () => {
  for (const [later, count] of [
    [9, 1],
    [33, 0],
  ] as const) {
    let isFull = true
    const { mails, pray, at, retry } = await digesting({
      async send() {
        if (isFull) throw Object.assign(new Error('full'), { code: 'EENVELOPE', responseCode: 452 })
      },
    })
    await pray()
    await at(1, 8)
    isFull = false
    await at(1, 9)
    expect(mails).toEqual([])
    await retry(1, later)
    expect(mails).toHaveLength(count)
  }
})
