import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishWordings } from '../../backend/commands/wordings.ts'
import { formNotes } from '../../contract/form-notes.ts'
import type { Known } from '../../contract/profile.ts'
import { type Account, type AccountApp, createAccountApp } from '../support/app/account.ts'
import { importDonationsBy } from '../support/app/imported-file.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
let office: Account
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
  office = await app.account('office@example.org', app.firstAdminToken)
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const url = '/api/profile/known'
const knownBy = async (person: Account): Promise<Known['sections']> =>
  (await person.ask('GET', url)).json<Known>().sections
const textsOf = (sections: Known['sections']) => sections.flatMap(({ facts }) => facts.map(({ text }) => text))
const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Indiana/Indianapolis' })
const day = () => today.format(new Date())

it('says of a new account since when it is there, and that nothing else is known', async () => {
  const ruth = await app.account()
  expect(await knownBy(ruth)).toEqual([
    {
      title: 'Your account',
      facts: [
        {
          text: `You’ve had an account since ${day()}.`,
          details: [`Its address is ${ruth.email}, which you haven’t confirmed yet.`],
        },
        expect.objectContaining({ text: expect.stringContaining('From your profile we know your first name') }),
      ],
    },
    {
      title: 'Email from us',
      facts: [
        expect.objectContaining({ text: expect.stringContaining('campaign news') }),
        { text: 'No campaign email has gone to you so far.', details: [] },
      ],
    },
    { title: 'What you took part in', facts: [{ text: 'You haven’t sent us anything so far.', details: [] }] },
  ])
})

it('says what the person sent in, where it came from and what they agreed to', async () => {
  const ruth = await app.account()
  await app.verify(ruth.id)
  const note = { wordingId: 'email-signups', ...formNotes['email-signups'] }
  await publishWordings(app.core.handle, [note])
  await ruth.ask('POST', '/api/email-signup', { email: ruth.email, wording: note.hash })
  const { id } = (await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' })).json()
  await ruth.ask('POST', `/api/profile/prayers/${id}/withdraw`)
  const entry = { entrySource: 'phone call', entryNote: 'Hers', entryDay: '2026-03-07' }
  const volunteer = { firstName: 'Ruth', lastName: 'Gray', email: ruth.email, interests: ['Canvassing'], ...entry }
  expect((await office.ask('POST', '/api/admin/volunteers', volunteer)).statusCode).toBe(201)
  const [, , took] = await knownBy(ruth)
  expect(took?.facts).toEqual([
    {
      text: `You signed up for email updates on ${day()}.`,
      details: ['You sent it on our website.', `Beside the form you read: “${note.text}”`],
    },
    {
      text: `You shared a prayer on ${day()}.`,
      details: ['You withdrew it. Only our team still sees that you sent it.', 'You sent it on our website.'],
    },
    {
      text: 'You applied to volunteer on March 7, 2026.',
      details: ['Our team entered it after a phone call on March 7, 2026.'],
    },
  ])
})

it('says what a file brought, and that the person unsubscribed', async () => {
  const ruth = await app.account()
  await app.verify(ruth.id)
  const file = `firstName,lastName,email,amount,createdAt\nRuth,Gray,${ruth.email},25.00,2026-02-03`
  await importDonationsBy(
    (path, hasFile) => (hasFile ? office.ask('POST', path, Buffer.from(file), 'text/csv') : office.ask('POST', path)),
    async () => (await office.ask('GET', '/api/admin/imports')).json(),
  )
  const subject = await app.core.subjects.forEmail(ruth.email)
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
  await app.visit('POST', '/api/mail-consents/unsubscribe', { token })
  await expect
    .poll(async () => textsOf(await knownBy(ruth)))
    .toEqual(
      expect.arrayContaining([
        `You unsubscribed on ${day()}, so we send you no campaign email.`,
        'You donated $25.00 on February 3, 2026.',
      ]),
    )
})

it('tells no one about another person', async () => {
  const [ruth, naomi] = [await app.account(), await app.account()]
  await naomi.ask('POST', '/api/prayers', { firstName: 'Naomi', prayer: 'For sun.', email: ruth.email })
  expect(textsOf(await knownBy(ruth))).toContain('You haven’t sent us anything so far.')
  expect((await app.visit('GET', url)).statusCode).toBe(401)
})
