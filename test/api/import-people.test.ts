import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { check, importFile, post, reasons, undo } from '../support/app/importing.ts'

const emails = async (app: TestApp): Promise<{ email: string; firstName: string | null; createdAt: string }[]> =>
  (await app.get('/api/admin/emails?limit=50', { as: 'admin' })).json()

describe('a file with people', () => {
  const source = { consentSource: 'County fair', consentAt: '2026-01-05' }

  it('adds and corrects sign-ups, with where and when they agreed', async () => {
    const app = await createTestApp()
    const file =
      'Email Address,First Name,OPTIN_TIME\n"Tess Marlow <tess@example.com>",Tess,2026-01-07 12:00:00\n\u200bowen@example.com.,,\nnone,,'
    const { report, done } = await importFile(app, file, { kind: 'email-signups', query: source })
    expect(report).toMatchObject({ added: 2, refused: 1 })
    expect(reasons(report)).toEqual({ 4: 'email: Enter a valid email address.' })
    expect(await emails(app)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          email: 'tess@example.com',
          firstName: 'Tess',
          createdAt: '2026-01-07T17:00:00.000Z',
        }),
        expect.objectContaining({ email: 'owen@example.com', createdAt: '2026-01-05T05:00:00.000Z' }),
      ]),
    )
    const again = await importFile(app, 'email,first name\nowen@example.com,Owen\nTESS@example.com,Tess', {
      kind: 'email-signups',
      query: source,
    })
    expect(again.report).toMatchObject({ added: 0, changed: 1, repeated: 1 })
    await undo(app, again.done.id)
    await expect.poll(async () => (await emails(app)).map(({ firstName }) => firstName).sort()).toEqual(['Tess', null])
    await undo(app, done.id)
    await expect.poll(() => emails(app)).toEqual([])
    expect((await app.get('/api/email-signup-count')).json()).toEqual({ count: 0 })
  })

  it('is undone without the people who signed up by themselves since', async () => {
    const app = await createTestApp()
    const { done } = await importFile(app, 'email\ntess@example.com\nowen@example.com', {
      kind: 'email-signups',
      query: source,
    })
    const ids = async () =>
      (await app.get('/api/admin/emails', { as: 'admin' })).json().map(({ id }: { id: number }) => id)
    const before = await ids()
    const answer = await app.post('/api/email-signup', { email: 'Tess@example.com', firstName: 'Tess' })
    expect(answer.statusCode).toBe(201)
    expect(before).not.toContain(answer.json().id)
    await undo(app, done.id)
    await expect.poll(() => emails(app)).toMatchObject([{ email: 'tess@example.com', firstName: 'Tess' }])
    expect((await app.get('/api/email-signup-count')).json()).toEqual({ count: 1 })
  })

  it('needs to say where people agreed', async () => {
    const app = await createTestApp()
    expect(reasons(await check(app, 'email\ntess@example.com', { kind: 'email-signups' }))).toEqual({
      2: 'consentSource: This field is required.',
    })
  })

  it('never brings back who unsubscribed or was erased, and keeps nothing to know that but a keyed hash', async () => {
    const app = await createTestApp()
    await importFile(app, 'Email Address,UNSUB_TIME\ntess@example.com,2026-01-02 03:04:05', { kind: 'opt-outs' })
    await app.post('/api/email-signup', { email: 'gone@example.com' })
    await app.post('/api/admin/erasures', { email: 'gone@example.com' }, { as: 'admin' })
    const file = 'email,first name\ntess@example.com,Tess\nGone@example.com,G\nleft@example.com,L'
    const query = source
    for (const kind of ['email-signups'] as const)
      expect(reasons(await check(app, file, { kind, query }))).toEqual({
        2: 'This person unsubscribed, so an import does not bring them back.',
        3: 'The data of this person was erased, so an import does not bring them back.',
      })
    expect(
      reasons(await check(app, 'email,status\nno@example.com,unsubscribed', { kind: 'email-signups', query })),
    ).toEqual({
      2: 'This person doesn’t want email. Import such people as “People who don’t want email”.',
    })
    // Of several columns that may say no, each counts.
    const listmonk =
      'uuid,email,attributes,status,subscription_status\n1,a@example.com,{},enabled,unsubscribed\n2,b@example.com,{},enabled,confirmed'
    expect(await check(app, listmonk, { kind: 'email-signups', query })).toMatchObject({
      platform: 'listmonk',
      added: 1,
      refusedRows: [{ line: 2 }],
    })
    await app.post('/api/email-signup', { email: 'gone@example.com' })
    expect(await check(app, file, { kind: 'email-signups', query })).toMatchObject({ refused: 1, added: 1, changed: 1 })
  })

  it('with opt-outs stops mail at once, and undoing it brings back only those', async () => {
    const app = await createTestApp()
    await app.post('/api/email-signup', { email: 'tess@example.com' })
    const { done } = await importFile(app, 'email\ntess@example.com\nnew@example.com\ntess@example.com', {
      kind: 'opt-outs',
    })
    expect(done).toMatchObject({ added: 2, repeated: 1, written: 2 })
    const left = async () =>
      (await app.get('/api/email-segments/stats', { as: 'admin' }))
        .json()
        .find((segment: { segmentId: string }) => segment.segmentId === 'newsletter-subscribers')
    expect(await left()).toMatchObject({ count: 0, leftOut: { unsubscribed: 1 } })
    await undo(app, done.id)
    await expect.poll(async () => (await left()).count).toBe(1)
  })

  it('with opt-outs says why, in exports too, and is undone reason by reason', async () => {
    const app = await createTestApp()
    for (const name of ['gone', 'angry', 'left', 'stays'])
      expect((await app.post('/api/email-signup', { email: `${name}@example.com` })).statusCode).toBe(201)
    const { done } = await importFile(
      app,
      'Email,Reason\ngone@example.com,HardBounce\nangry@example.com,SpamComplaint\nleft@example.com,unsubscribed',
      { kind: 'opt-outs' },
    )
    expect(done).toMatchObject({ added: 3, written: 3 })
    const why = async () => {
      const answer = await app.get('/api/admin/emails/export?format=json&people=everyone', { as: 'admin' })
      const rows: { email: string; consentReason: string }[] = answer.json()
      return Object.fromEntries(
        rows.map(({ email, consentReason }) => [email.replace('@example.com', ''), consentReason]),
      )
    }
    expect(await why()).toEqual({ gone: 'bounced', angry: 'complained', left: 'unsubscribed', stays: 'signed up' })
    const segment = async () =>
      (await app.get('/api/email-segments/stats', { as: 'admin' }))
        .json()
        .find(({ segmentId }: { segmentId: string }) => segmentId === 'newsletter-subscribers')
    expect(await segment()).toMatchObject({ count: 1, leftOut: { bounced: 1, complained: 1, unsubscribed: 1 } })
    // A stricter list counts on top, and a mailbox that bounced is no wish.
    const more = 'Email\ngone@example.com\nangry@example.com\nleft@example.com'
    const second = await importFile(app, more, { kind: 'opt-outs' })
    expect(second.report).toMatchObject({ added: 1, repeated: 2 })
    expect((await why()).gone).toBe('unsubscribed')
    await undo(app, second.done.id)
    await expect.poll(async () => (await why()).gone).toBe('bounced')
    await undo(app, done.id)
    await expect.poll(async () => (await segment()).count).toBe(4)
  })

  it('without a heading is a list of people who want no email, and of nothing else', async () => {
    const app = await createTestApp()
    const report = await check(app, 'tess@example.com\nowen@example.com', { kind: 'opt-outs' })
    expect(report).toMatchObject({ rows: 2, added: 2, columns: [{ heading: 'Column 1', field: 'email' }] })
    for (const kind of ['email-signups', 'volunteers', 'donations'])
      expect((await post(app, `${kind}/check`, 'tess@example.com\nowen@example.com', {})).statusCode).toBe(400)
    const named = 'Marlow,tess@example.com\nPratt,owen@example.com'
    expect(await check(app, named, { kind: 'opt-outs' })).toMatchObject({ added: 2, columns: [{}, { field: 'email' }] })
  })

  it('without a heading says why in words around the address, and which lines have several', async () => {
    const app = await createTestApp()
    const lines = [
      '"Marlow, Tess" <tess@example.com>; bounced',
      'Pratt, Owen <owen@example.com>',
      'ida@example.com; ada@example.com',
      'spam complaint: lee@example.com',
    ]
    const { report } = await importFile(app, lines.join('\n'), { kind: 'opt-outs' })
    expect(report).toMatchObject({ rows: 4, added: 3, refused: 1 })
    expect(reasons(report)).toEqual({
      3: 'This line has several addresses. Put each of them on a line of its own.',
    })
    const { rows } = await app.database.pool.query('SELECT reason FROM read.mail_suppressions ORDER BY reason')
    expect(rows.map(({ reason }) => reason)).toEqual(['bounced', 'complained', 'unsubscribed'])
  })

  it('with hashes is refused with what to do', async () => {
    const app = await createTestApp()
    const hash = '0a'.repeat(16)
    const answer = await post(app, 'opt-outs/check', `${hash}\n${hash.replace('0', '1')}`, {})
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('hashes instead of email addresses')
    const report = await check(app, `Email\n${hash}\nspam.example`, { kind: 'opt-outs' })
    expect(reasons(report)).toEqual({
      2: expect.stringContaining('hashes instead of email addresses'),
      3: expect.stringContaining('This is a domain'),
    })
  })

  it('adds and corrects volunteers', async () => {
    const app = await createTestApp()
    const head = 'Name,Email,Phone,Availability,Interests'
    const query = source
    const first = await importFile(
      app,
      `${head}\n"Marlow, Tess",tess@example.com,555-0100,weekends,Phone banking; Canvassing`,
      { kind: 'volunteers', query },
    )
    expect(first.report).toMatchObject({ added: 1 })
    const second = await importFile(app, `${head}\nTess Marlow,tess@example.com,555-0199,,`, {
      kind: 'volunteers',
      query,
    })
    expect(second.report).toMatchObject({ changedRows: [{ line: 2, changed: ['phone'] }] })
    const list = async () => (await app.get('/api/admin/volunteers', { as: 'admin' })).json()
    expect(await list()).toMatchObject([
      { lastName: 'Marlow', phone: '555-0199', availability: 'Weekends', interests: ['Phone banking', 'Canvassing'] },
    ])
    await undo(app, second.done.id)
    await expect.poll(async () => (await list())[0].phone).toBe('555-0100')
    await undo(app, first.done.id)
    await expect.poll(list).toEqual([])
    expect((await app.get('/api/volunteer-count')).json()).toEqual({ count: 0 })
    // A row that an undone import had added is new again, unless staff deleted it themselves.
    const third = await importFile(app, `${head}\nTess Marlow,tess@example.com,555-0199,,`, {
      kind: 'volunteers',
      query,
    })
    expect(third.report).toMatchObject({ added: 1, refused: 0 })
    const [{ id }] = await list()
    await app.remove(`/api/admin/volunteers/${id}`, { as: 'admin' })
    expect(
      reasons(await check(app, `${head}\nTess Marlow,tess@example.com,555-0199,,`, { kind: 'volunteers', query })),
    ).toEqual({ 2: 'This application was deleted. Restore it in Volunteers instead.' })
  })
})
