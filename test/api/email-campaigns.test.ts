import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { verifyEmailCampaign } from '../../backend/tools/email-campaigns-verify-command.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { importDonations } from '../support/app/imported-file.ts'
import { asOwner } from '../support/database/database.ts'
import { admin, composed, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

it('an update goes to every volunteer once, and the log records the outcome of each email', async () => {
  const app = await createEmailCampaignApp()
  const subjects = await app.volunteers(numbered(30))
  const answer = await app.post('/api/email-campaigns/volunteer-update', { customContent: 'Hi {{firstName}}!' }, admin)
  expect(answer.statusCode, answer.body).toBe(202)
  expect(answer.json()).toEqual({
    campaignId: 1,
    segmentId: 'active-volunteers',
    recipients: 30,
    skipped: 0,
    status: 'sending',
  })
  app.emailCampaignSending.start()
  const emailCampaign = await app.finished(1)
  expect(emailCampaign.progress).toMatchObject({ recipients: 30, waiting: 0, sent: 30, failed: 0, skipped: 0 })
  expect(app.sink.received.map(({ to }) => to).sort()).toEqual(
    numbered(30)
      .map(({ email }) => email)
      .sort(),
  )
  expect(app.sink.received.map(({ messageId }) => messageId).sort()).toEqual(
    subjects.map((subject) => app.core.messageIds.issue({ campaignId: 1, subject }, '127.0.0.1')).sort(),
  )
  const events = (await app.events()).filter(({ type }) => /Campaign|Recipients/.test(type))
  expect([...new Set(events.map(({ type }) => type))]).toEqual([
    'CampaignSlotTaken',
    'CampaignDrafted',
    'CampaignSent',
    'RecipientsHandled',
    'CampaignFinished',
  ])
  expect(JSON.stringify(events)).not.toContain('@example.org')
  expect(Object.entries(await app.rebuildDiffers()).filter(([, rows]) => rows !== 0)).toEqual([])
})

it('twenty clicks at once send one campaign', { tags: 'long' }, async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(3))
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.post('/api/email-campaigns/volunteer-update', { customContent: null }, admin)),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, ...Array(19).fill(409)])
  const { rows } = await app.database.pool.query('SELECT count(*) AS lists FROM app.campaign_queues')
  expect(rows).toEqual([{ lists: 1 }])
})

it('the same text does not go to the same people twice within 10 minutes; another text does', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(1))
  app.emailCampaignSending.start()
  await app.finished(await app.update('First'))
  const again = await app.post('/api/email-campaigns/volunteer-update', { customContent: 'First' }, admin)
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'The same text went to the same people less than 10 minutes ago.',
  ])
  await app.finished(await app.update('Second'))
})

it('while a card’s email campaign is being sent, another text of that card waits', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(1))
  const id = await app.update('First')
  const second = await app.post('/api/email-campaigns/volunteer-update', { customContent: 'Second' }, admin)
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    'A campaign of this kind is still being sent. Wait until it is finished.',
  ])
  app.emailCampaignSending.start()
  await app.finished(id)
  await app.finished(await app.update('Second'))
})

it('a repeat of the same request gets the first answer', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(2))
  const caller = { ...admin, key: 'a-key-of-sixteen' }
  const send = () => app.post('/api/email-campaigns/volunteer-update', { customContent: null }, caller)
  const [first, second] = [await send(), await send()]
  expect(second.json()).toEqual(first.json())
  expect([first.statusCode, second.statusCode]).toEqual([202, 202])
})

it('a decision that could not take effect at once keeps its list, and takes effect later', async () => {
  const app = await createEmailCampaignApp()
  const { pool } = app.database
  await app.volunteers(numbered(3))
  await asOwner(
    pool,
    `
    CREATE FUNCTION app.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '57P01'; END $$;
    CREATE TRIGGER fail BEFORE UPDATE ON app.campaign_queues EXECUTE FUNCTION app.fail()`,
  )
  const answer = await app.post('/api/email-campaigns/volunteer-update', { customContent: null }, admin)
  await asOwner(pool, 'DROP TRIGGER fail ON app.campaign_queues; DROP FUNCTION app.fail')
  expect(answer.statusCode).toBe(503)
  expect((await app.events()).at(-1)).toMatchObject({ type: 'CampaignSent', data: { recipients: 3 } })
  await app.emailCampaignSending.apply(1)
  app.emailCampaignSending.start()
  expect((await app.finished(1)).progress).toMatchObject({ recipients: 3, sent: 3 })
})

it('an empty segment is refused, and does not block the next campaign', async () => {
  const app = await createEmailCampaignApp()
  const answer = await app.post('/api/email-campaigns/donor-thank-you', { customContent: null }, admin)
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'No one in this segment can get email right now.'])
  const again = await app.post('/api/email-campaigns/donor-thank-you', { customContent: null }, admin)
  expect(again.json().message).toBe('No one in this segment can get email right now.')
})

it('10,000 characters are accepted, one more is not; unknown fields are refused', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(1))
  const url = '/api/email-campaigns/volunteer-update'
  const long = await app.post(url, { customContent: '😀'.repeat(10_001) }, admin)
  expect([long.statusCode, long.json().errors]).toEqual([
    400,
    [{ path: 'customContent', message: 'Use at most 10000 characters.' }],
  ])
  expect((await app.post(url, { customContent: 'a', to: 'everyone' }, admin)).statusCode).toBe(400)
  expect((await app.post(url, { customContent: '😀'.repeat(10_000) }, admin)).statusCode).toBe(202)
})

it('each card writes to its own segment; re-engagement takes no payload', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(2))
  const csv = 'firstName,lastName,email,amount,createdAt\nRuth,Gray,ruth@example.org,25,2026-03-01'
  await importDonations(app, csv)
  const send = (card: string, body?: object) => app.post(`/api/email-campaigns/${card}`, body, admin)
  const answers = [
    await send('volunteer-update', { customContent: null }),
    await send('donor-thank-you', { customContent: 'Thank you, {{firstName}}!' }),
    await send('re-engagement'),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().segmentId, answer.json().recipients])).toEqual([
    [202, 'active-volunteers', 2],
    [202, 'donors', 1],
    // Ada, Ben and Cora have accounts and never took part, and Ruth gave more than 90 days ago.
    [202, 'inactive-supporters', 4],
  ])
  expect((await send('re-engagement', { customContent: 'Mine' })).statusCode).toBe(400)
})

it('a paused email campaign sends nothing, and people who unsubscribe or are erased then get nothing', async () => {
  const app = await createEmailCampaignApp()
  const subjects = await app.volunteers(numbered(40))
  const id = await app.update()
  const paused = await app.post(`/api/email-campaigns/${id}/pause`, undefined, admin)
  expect(paused.json()).toMatchObject({ status: 'paused', pausedBecause: null })
  app.emailCampaignSending.start()
  for (const subject of subjects.slice(0, 20)) {
    const token = app.core.unsubscribeTokens.issue({ subject, campaignId: id })
    const answer = await app.postForm(`/unsubscribe?token=${token}`, { 'List-Unsubscribe': 'One-Click' })
    expect(answer.statusCode, answer.body).toBeLessThan(400)
  }
  for (const number of [20, 21]) await app.post('/api/admin/erasures', { email: `person${number}@example.org` }, admin)
  expect(app.sink.received).toEqual([])
  await app.post(`/api/email-campaigns/${id}/resume`, undefined, admin)
  const { progress } = await app.finished(id)
  expect(progress).toMatchObject({ sent: 18, skipped: 22, waiting: 0 })
  expect(app.sink.received.map(({ to }) => Number(/\d+/.exec(to)?.[0])).every((number) => number >= 22)).toBe(true)
})

it('a cancelled campaign mails no waiting recipient, and ends', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(10))
  const id = await app.update()
  const cancelled = await app.post(`/api/email-campaigns/${id}/cancel`, undefined, admin)
  expect(cancelled.json().status).toBe('cancelled')
  app.emailCampaignSending.start()
  await app.emailCampaignSending.record()
  await expect.poll(async () => (await app.emailCampaign(id)).finishedAt).not.toBeNull()
  expect((await app.emailCampaign(id)).progress).toMatchObject({ skipped: 10, sent: 0, waiting: 0 })
  expect(app.sink.received).toEqual([])
})

it('the ledger says who was chosen and why, also after an unsubscribe and an erasure', async () => {
  const app = await createEmailCampaignApp()
  const [subject = ''] = await app.volunteers(numbered(3))
  app.emailCampaignSending.start()
  const id = await app.update()
  await app.finished(id)
  const ledger = (await app.get(`/api/email-campaigns/${id}/ledger`, admin)).json()
  expect(ledger).toMatchObject({
    sentBy: 'Ada Byron',
    recipients: 3,
    leftOut: {},
    rules: [{ segmentId: 'active-volunteers', version: 1 }],
    recipientsHash: expect.stringMatching(/^[\da-f]{64}$/),
  })
  const why = async (email: string) =>
    (await app.get(`/api/email-campaigns/${id}/why?email=${encodeURIComponent(email)}`, admin)).json()
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: id })
  await app.postForm(`/unsubscribe?token=${token}`, { 'List-Unsubscribe': 'One-Click' })
  expect(await why('person0@example.org')).toMatchObject({
    verdict: 'chosen',
    rules: [{ segmentId: 'active-volunteers', qualifiedBy: [{ type: 'volunteer' }] }],
    outcome: { status: 'sent' },
    since: { what: 'unsubscribed' },
  })
  expect(await why('stranger@example.org')).toMatchObject({ verdict: 'unknown', rules: [], outcome: null })

  await app.post('/api/admin/erasures', { email: 'person1@example.org' }, admin)
  const people = (await app.get(`/api/email-campaigns/${id}/recipients?sort=id`, admin)).json()
  expect(new Set(people.map(({ email }: { email: string | null }) => email))).toEqual(
    new Set(['person0@example.org', null, 'person2@example.org']),
  )
  expect((await app.emailCampaign(id)).progress).toMatchObject({ recipients: 3, sent: 3 })
  // The address no longer leads to the person; their row still gives the reason.
  expect(await why('person1@example.org')).toMatchObject({ verdict: 'unknown' })
  const { id: number } = people.find(({ email }: { email: string | null }) => email === null)
  const row = (number: number) => app.get(`/api/email-campaigns/${id}/recipients/${number}/why`, admin)
  expect((await row(number)).json()).toEqual({
    verdict: 'chosen',
    leftOutBecause: null,
    rules: [
      {
        segmentId: 'active-volunteers',
        version: 1,
        sentence: 'They applied to volunteer, and the application was not deleted.',
        qualifiedBy: [{ type: 'volunteer', at: expect.any(String), text: 'Applied to volunteer' }],
      },
    ],
    outcome: { status: 'sent', detail: '250', sentAt: expect.any(String) },
    since: { what: 'erased', at: expect.any(String) },
  })
  expect([(await row(4)).statusCode, (await row(0)).statusCode]).toEqual([404, 400])
  const lines: string[] = []
  const tools = { ...app.core, pool: app.database.pool, print: (line: string) => void lines.push(line) }
  expect([await verifyEmailCampaign([String(id)], tools), lines]).toEqual([
    0,
    [`Campaign 1 went to the 3 people chosen by its rules at position ${ledger.position}.`],
  ])
  expect(await verifyEmailCampaign(['99'], tools)).toBe(2)
})

it('the ledger keeps why a person was left out then, whatever happens to them later', { tags: 'long' }, async () => {
  const app = await createEmailCampaignApp()
  const [first = '', second = ''] = await app.volunteers(numbered(3))
  const unsubscribe = (subject: string) =>
    app.postForm(`/unsubscribe?token=${app.core.unsubscribeTokens.issue({ subject, campaignId: 1 })}`, {
      'List-Unsubscribe': 'One-Click',
    })
  await unsubscribe(first)
  await allProjected(app)
  const id = await app.update()
  app.emailCampaignSending.start()
  await app.finished(id)
  await unsubscribe(second)
  const why = async (email: string) =>
    (await app.get(`/api/email-campaigns/${id}/why?email=${encodeURIComponent(email)}`, admin)).json()
  const leftOut = {
    verdict: 'left-out',
    leftOutBecause: 'unsubscribed',
    rules: [{ segmentId: 'active-volunteers', qualifiedBy: [{ type: 'volunteer' }] }],
  }
  expect(await why('person0@example.org')).toMatchObject(leftOut)
  expect(await why('person1@example.org')).toMatchObject({ verdict: 'chosen', since: { what: 'unsubscribed' } })
  // A later complaint is not why they got nothing then.
  await app.database.pool.query(`UPDATE read.mail_suppressions SET reason = 'complained' WHERE subject = $1`, [first])
  expect(await why('person0@example.org')).toMatchObject({ ...leftOut, since: { what: 'complained' } })
})

it('the recipients of an email campaign are exported, which is recorded', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers([{ email: 'ruth@example.org', firstName: '=cmd()' }])
  app.emailCampaignSending.start()
  const id = await app.update()
  await app.finished(id)
  const csv = await app.get(`/api/email-campaigns/${id}/export?format=csv`, admin)
  expect(csv.body).toMatch(/^\uFEFFId,Email,First name,Status/)
  expect(csv.body).toContain(`ruth@example.org,'=cmd()`)
  const json = await app.get(`/api/email-campaigns/${id}/export?format=json`, admin)
  expect(JSON.parse(json.body)).toMatchObject([{ email: 'ruth@example.org', status: 'sent' }])
  expect((await app.events()).filter(({ type }) => type === 'CampaignRecipientsExported')).toHaveLength(2)
  expect((await app.get('/api/email-campaigns/99/export', admin)).statusCode).toBe(404)
})

it('names cannot break out of their place, and every email has a one-click unsubscribe', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers([
    { email: 'html@example.org', firstName: '<b>Ruth</b>' },
    { email: 'lines@example.org', firstName: 'Ruth\r\nBcc: other@example.org' },
    { email: 'marks@example.org', firstName: 'Ru\u202eth' },
    { email: 'long@example.org', firstName: 'Żółć'.repeat(10) },
  ])
  await app.post('/api/email-campaigns', { ...composed, body: 'Hi {{firstName}}\n\n.\n\nline' }, admin)
  expect((await app.post('/api/email-campaigns/1/send', undefined, admin)).statusCode).toBe(202)
  app.emailCampaignSending.start()
  await app.finished(1)
  expect(app.sink.received).toHaveLength(4)
  for (const { raw, to } of app.sink.received) {
    const mail = await simpleParser(raw)
    expect([mail.to].flat().map((field) => field?.text)).toEqual([to])
    expect(mail.headers.has('bcc')).toBe(false)
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
    expect(mail.html).not.toContain('<b>Ruth')
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/)
    expect(raw).toMatch(/^List-Unsubscribe: <http[^>]+>,\r?\n <mailto:/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(raw).toMatch(/^List-ID: /m)
    expect(raw).toMatch(/^Feedback-ID: c1:composed:/m)
    expect(mail.text).toContain('\n.\n')
  }
  const long = app.sink.received.find(({ to }) => to === 'long@example.org')
  expect((await simpleParser(long?.raw ?? '')).subject).toBe(`News for ${'Żółć'.repeat(10)}`)
})

it('unusual addresses are mailed where the server can, and refused for good where it cannot', {
  tags: 'long',
}, async () => {
  const app = await createEmailCampaignApp({ without: ['SMTPUTF8'] })
  const long = (length: number) =>
    `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(4)}`.slice(0, length - 4).concat('.org')
  await app.volunteers([
    { email: '"quoted.name"@example.org' },
    { email: 'żółć@example.org' },
    { email: 'ruth@bücher.example' },
    { email: long(253) },
    // One more than this server accepts; it says so.
    { email: long(254) },
  ])
  app.emailCampaignSending.start()
  const id = await app.update()
  const { progress } = await app.finished(id)
  expect(progress).toMatchObject({ sent: 3, failed: 2 })
  expect(app.sink.received.map(({ to }) => to)).toContain('ruth@bücher.example')
  const failed = (await app.get(`/api/email-campaigns/${id}/recipients?filter=status:failed&sort=email`, admin)).json()
  expect(failed).toMatchObject([
    { email: long(254), detail: '501 about the mailbox' },
    { email: 'żółć@example.org', detail: '553 5.6.7' },
  ])
})

it('a known person in none of the segments is distinguished from an unknown address', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(1))
  expect((await app.post('/api/email-signup', { email: 'reader@example.org' })).statusCode).toBe(201)
  const id = await app.update()
  const why = async (email: string) => (await app.get(`/api/email-campaigns/${id}/why?email=${email}`, admin)).json()
  expect(await why('reader@example.org')).toMatchObject({ verdict: 'not-chosen', rules: [] })
  expect(await why('nobody@example.org')).toMatchObject({ verdict: 'unknown', rules: [] })
})

it('the link in the header of a received email unsubscribes with one POST, for every later campaign', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(2))
  app.emailCampaignSending.start()
  await app.finished(await app.update('First'))
  const [mail] = app.sink.received
  const headers = (mail?.raw ?? '').replace(/\r\n[ \t]+/g, ' ')
  const [, url = ''] = /^List-Unsubscribe: <(https?:[^>]+)>/m.exec(headers) ?? []
  const { pathname, search } = new URL(url)
  // As a mail provider sends it: no cookie, no origin.
  const answer = await app.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([answer.statusCode, answer.body]).toEqual([200, 'You are unsubscribed.\n'])
  await allProjected(app)
  const second = await app.post('/api/email-campaigns/volunteer-update', { customContent: 'Second' }, admin)
  expect(second.json()).toMatchObject({ recipients: 1, skipped: 1 })
  await app.finished(second.json().campaignId)
  expect(app.sink.received.filter(({ to }) => to === mail?.to)).toHaveLength(1)
})
