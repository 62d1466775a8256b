import { expect, it } from 'vitest'
import { admin, composed, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

const organizer = { as: 'organizer' } as const
const at = '2099-03-02T10:00'

/** A draft of an organizer, who may not send, and ways to ask about it. */
async function withDraft() {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(3))
  const { id } = (await app.post('/api/email-campaigns', composed, organizer)).json()
  const act = (name: string, as: object, body?: object) => app.post(`/api/email-campaigns/${id}/${name}`, body, as)
  const edit = (words: object, as: object) => app.put(`/api/email-campaigns/${id}`, { ...composed, ...words }, as)
  const row = async () => (await app.get(`/api/email-campaigns/${id}`, organizer)).json()
  const types = async () => (await app.events()).map(({ type }) => type).filter((type) => type.startsWith('Campaign'))
  return { app, id, act, edit, row, types }
}

it('an organizer writes, previews and tests a mail, and sends or schedules none', async () => {
  const { app, act, edit, row } = await withDraft()
  expect((await edit({ subject: 'Come on Saturday' }, organizer)).statusCode).toBe(200)
  expect(
    (await app.post('/api/email-campaigns/preview', { kind: 'composed', ...composed }, organizer)).statusCode,
  ).toBe(200)
  const refused = await Promise.all([
    act('send', organizer),
    act('schedule', organizer, { at }),
    act('approve', organizer),
    act('resume', organizer),
    act('cancel', organizer),
    act('send-again', organizer),
    app.post('/api/email-campaigns/volunteer-update', { customContent: null }, organizer),
    app.post('/api/email-campaigns/donor-thank-you', { customContent: null }, organizer),
    app.post('/api/email-campaigns/re-engagement', undefined, organizer),
    app.put('/api/email-campaigns/welcome-series', { isOn: true, mails: [] }, organizer),
  ])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403))
  expect(await row()).toMatchObject({ status: 'draft', subject: 'Come on Saturday' })
  expect(app.sink.received).toEqual([])
})

it('a test of a mail goes to the organizer alone, not to the people in the segment', async () => {
  const { app } = await withDraft()
  const answer = await app.post('/api/email-campaigns/test', { kind: 'composed', ...composed }, organizer)
  expect([answer.statusCode, answer.json()]).toEqual([202, { to: 'ben@example.org' }])
  expect(app.sink.received.map(({ to }) => to)).toEqual(['ben@example.org'])
})

it('a test to a segment of one person goes to the drafter, and names no other reader', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(1))
  const test = (further: object) =>
    app.post('/api/email-campaigns/test', { kind: 'composed', ...composed, ...further }, organizer)
  expect((await test({})).json()).toEqual({ to: 'ben@example.org' })
  for (const further of [{ to: 'volunteer@example.org' }, { email: 'volunteer@example.org' }, { recipients: [1] }])
    expect((await test(further)).statusCode).toBe(400)
  expect(app.sink.received.map(({ to }) => to)).toEqual(['ben@example.org'])
})

it('rewriting a mail that another person scheduled ends the schedule; a sender decides again', async () => {
  const { act, edit, row, types } = await withDraft()
  expect((await act('schedule', admin, { at })).json()).toMatchObject({ status: 'scheduled' })
  // Nothing changes, so nothing stops.
  expect((await edit({}, organizer)).json()).toMatchObject({ status: 'scheduled' })
  expect((await edit({ subject: 'Send money here' }, organizer)).json()).toMatchObject({ status: 'draft' })
  expect(await types()).toEqual(['CampaignDrafted', 'CampaignScheduled', 'CampaignEdited', 'CampaignUnscheduled'])
  expect((await act('schedule', organizer, { at })).statusCode).toBe(403)
  expect(await row()).toMatchObject({ status: 'draft', subject: 'Send money here' })
  expect((await act('schedule', admin, { at })).statusCode).toBe(200)
  // Who may send rewrites it in place.
  expect((await edit({ subject: 'Come on Saturday' }, admin)).json()).toMatchObject({ status: 'scheduled' })
})

it('rewriting and scheduling at the same moment leave no unread words on the schedule', async () => {
  const { app, id, edit, row } = await withDraft()
  for (let round = 0; round < 10; round++) {
    const subject = `Other words ${round}`
    const { revision } = await row()
    const scheduling = app.app.inject({
      method: 'POST',
      url: `/api/email-campaigns/${id}/schedule`,
      headers: { cookie: 'session=admin', 'sec-fetch-site': 'same-origin', 'if-match': `"${revision}"` },
      payload: { at },
    })
    const [scheduled] = await Promise.all([scheduling, edit({ subject }, organizer)])
    expect([200, 409]).toContain(scheduled.statusCode)
    expect(await row()).toMatchObject({ status: 'draft', subject })
  }
})
