import { describe, expect, it } from 'vitest'
import { publishWordings, wordingsShown } from '../../backend/commands/wordings.ts'
import { formNotes } from '../../contract/form-notes.ts'
import { wordingHash } from '../../contract/wording-hash.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { createEvent } from '../support/app/rsvps.ts'
import { strictCsv } from '../support/strict-csv.ts'

const admin = { as: 'admin' }
const shown = (text: string, wordingId: string) => ({ wordingId, hash: wordingHash(text), text })
const older = shown('We write once a month.', 'email-signups')
const agreedTo = (wordingId: keyof typeof formNotes) => ({
  wordingId,
  hash: formNotes[wordingId].hash,
  privacyHash: null,
  agreedAt: expect.any(String),
})

const join = (app: TestApp, wording?: unknown, email = 'ruth@example.org') =>
  app.post('/api/email-signup', { email, wording })

async function joinedWith(app: TestApp, wording?: unknown, email?: string) {
  const answer = await join(app, wording, email)
  expect(answer.statusCode, answer.body).toBe(201)
  const [row] = (await app.get('/api/admin/emails', admin)).json()
  return row.wording
}

/** Publishes the words of a release that came before this one, and those of this one. */
async function publish(app: TestApp, ...releases: Parameters<typeof publishWordings>[1][]) {
  for (const release of releases) await publishWordings(app.core.handle, release)
  const last = (await app.events()).at(-1)
  if (last) await app.reached(last.position)
}

describe('what a person agreed to', () => {
  it('is the sentence whose hash the form sends, in the event and in the row', async () => {
    const app = await createTestApp()
    const { hash } = formNotes['email-signups']
    expect(await joinedWith(app, hash)).toEqual(agreedTo('email-signups'))
    const event = (await app.events()).find(({ type }) => type === 'MailingListJoined')
    expect(event?.data).toMatchObject({ wording: agreedTo('email-signups') })
    expect(await app.rebuildDiffers()).toMatchObject({ email_signups: 0, wordings: 0 })
  })

  it('is an older sentence where a browser kept the page', async () => {
    const app = await createTestApp()
    await publish(app, [older], wordingsShown(null))
    expect(await joinedWith(app, older.hash)).toMatchObject({ wordingId: 'email-signups', hash: older.hash })
  })

  it.each<[string, unknown]>([
    ['that no sentence ever had', 'aaaaaaaaaaaa'],
    ['of another form', formNotes.prayers.hash],
    ['of 2,000 characters', 'a'.repeat(2000)],
    ['with a quote', `' OR true --`],
    ['that is empty', ''],
    ['that is missing', undefined],
    ['that is no text', { wordingId: 'email-signups' }],
  ])('is not recorded for a hash %s, and nothing is lost', async (_, wording) => {
    const app = await createTestApp()
    expect(await joinedWith(app, wording)).toBeNull()
    expect(JSON.stringify(await app.events())).not.toContain('aaaaaaaaaaaa')
  })

  it('is recorded without scripts, too, and a form that is sent twice is no error', async () => {
    const app = await createTestApp()
    const { hash } = formNotes.volunteers
    const form = { firstName: 'Ruth', lastName: 'Moab', email: 'ruth@example.org' }
    expect((await app.postForm('/volunteer', { ...form, wording: hash })).statusCode).toBe(303)
    const twice = Object.entries({ ...form, email: 'naomi@example.org' })
    const posted = await app.postForm('/volunteer', [...twice, ['wording', hash], ['wording', hash]])
    expect(posted.statusCode).toBe(303)
    const rows = (await app.get('/api/admin/volunteers', admin)).json()
    expect(rows.map(({ wording }: { wording: unknown }) => wording)).toEqual([null, agreedTo('volunteers')])
  })

  it('is recorded with every joining', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    const ruth = { firstName: 'Ruth', lastName: 'Moab', email: 'ruth@example.org' }
    const { volunteers, prayers, endorsements, rsvps, users } = formNotes
    await app.post('/api/volunteers', { ...ruth, wording: volunteers.hash })
    await app.post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain', wording: prayers.hash })
    await app.post('/api/endorsements', { name: 'Ruth', email: ruth.email, wording: endorsements.hash })
    await app.post(`/api/events/${id}/rsvp`, { name: 'Ruth', email: ruth.email, wording: rsvps.hash })
    const account = { ...ruth, password: 'a long enough password', wording: users.hash }
    expect((await app.post('/api/auth/register', account)).statusCode).toBe(201)
    const lists = ['volunteers', 'prayers', 'endorsements', `events/${id}/rsvps`].map((list) => `/api/admin/${list}`)
    const rows = (await Promise.all(lists.map((url) => app.get(url, admin)))).map((answer) => answer.json()[0])
    rows.push((await app.get('/api/admin/users', admin)).json().users[0])
    expect(rows.map(({ wording }) => wording)).toEqual([
      agreedTo('volunteers'),
      agreedTo('prayers'),
      agreedTo('endorsements'),
      agreedTo('rsvps'),
      agreedTo('users'),
    ])
  })

  it('is not recorded for people whom staff enter, and staff cannot claim it', async () => {
    const app = await createTestApp()
    const entry = { email: 'ruth@example.org', entrySource: 'paper sheet', entryDay: '2026-03-01' }
    expect((await app.post('/api/admin/emails', { ...entry, wording: 'x' }, admin)).statusCode).toBe(400)
    expect((await app.post('/api/admin/emails', entry, admin)).statusCode).toBe(201)
    const [row] = (await app.get('/api/admin/emails', admin)).json()
    expect(row.wording).toBeNull()
  })

  it('stays when the person is erased, and names nobody', async () => {
    const app = await createTestApp()
    await join(app, formNotes['email-signups'].hash)
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, admin)
    const [row] = (await app.get('/api/admin/emails', admin)).json()
    expect(row).toMatchObject({ isErased: true, wording: agreedTo('email-signups') })
  })

  it('is in files of the list by its hash', async () => {
    const app = await createTestApp()
    await join(app, formNotes['email-signups'].hash)
    const [row] = strictCsv((await app.get('/api/admin/emails/export?format=csv', admin)).body)
    expect(row).toMatchObject({
      'What they agreed to: Form or page': 'email-signups',
      'What they agreed to: Version': formNotes['email-signups'].hash,
    })
  })
})

describe('the wordings of the site', () => {
  it('are recorded when they change, by whichever process comes first, and listed with their days', async () => {
    const app = await createTestApp()
    const [note] = [shown('We write once a week.', 'email-signups')]
    await publish(app, [older])
    await Promise.all([1, 2, 3].map(() => publishWordings(app.core.handle, [note, shown('What we keep.', 'privacy')])))
    await publish(app, [note])
    const listed = (await app.get('/api/admin/wordings', admin)).json()
    expect(listed).toMatchObject([
      { ...note, until: null },
      { wordingId: 'privacy', text: 'What we keep.', until: null },
      { ...older, until: listed[0].since },
    ])
    expect(listed).toHaveLength(3)
    expect((await app.get('/api/admin/wordings', { as: 'supporter' })).statusCode).toBe(403)
  })

  it('are recorded at the first start, before anybody can send a form', async () => {
    const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything' })
    const recorded = await app.core.log.readAll(null, 1000)
    const texts = recorded.filter(({ type }) => type === 'WordingPublished').map(({ data }) => JSON.parse(data).text)
    expect(texts.toSorted()).toEqual(
      Object.values(formNotes)
        .map(({ text }) => text)
        .toSorted(),
    )
  })

  it('are those of every form, and of the privacy page where it is served', () => {
    const ids = wordingsShown('What we keep.').map(({ wordingId }) => wordingId)
    expect(ids).toEqual(['email-signups', 'volunteers', 'prayers', 'endorsements', 'rsvps', 'users', 'privacy'])
    expect(wordingsShown(null).map(({ wordingId }) => wordingId)).not.toContain('privacy')
  })
})
