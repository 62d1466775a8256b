import { describe, expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import type { ForumThreadEvent } from '../../backend/domain/forum/forum-thread-events.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { forumMailsReactor } from '../../backend/reactors/forum-mails.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { letterhead } from '../../contract/campaign.ts'
import { createTestApp } from '../support/app/app.ts'
import { ada, ben, cora, postReply, refusedReply, startThread, withPeople } from '../support/app/forum.ts'
import { bounces } from '../support/mail/bounces.ts'
import { limitedMailsBy } from '../support/mail/limited-mails.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

const { siteName } = letterhead
const heads = (mails: Mail[]) => mails.map(({ to, subject }) => [to, subject])
const allOn = {
  campaignNews: true,
  volunteerOpportunities: true,
  eventInvitations: true,
  emailUpdates: true,
  securityAlerts: true,
}

async function forum({ decisionMails = true } = {}) {
  const app = await withPeople(await createTestApp())
  const { core, database, reached } = app
  const { log, decode } = core
  const mails: Mail[] = []
  const sentMails = sentMailsBy(database, async (mail) => void mails.push(mail))
  const { on, concerns } = forumMailsReactor({
    knex: database.knex,
    reached,
    currentSuppression: (subject) => currentSuppression(core, subject),
    earlier: async ({ stream, revision }) =>
      decode<ForumThreadEvent>((await log.readStream(stream)).slice(0, revision)),
    limitedMails: limitedMailsBy(app, sentMails),
    sender: () => ({ ...letterhead, publicUrl: 'https://campaign.example' }),
    decisionMails,
  })
  async function react(event: Recorded<DomainEvent>): Promise<void> {
    if (event.type === 'ContentApproved') await on.ContentApproved(event)
    if (event.type === 'ContentRejected') await on.ContentRejected(event)
    if (event.type === 'ReplyDeleted') await on.ReplyDeleted(event)
    if (event.type === 'ThreadDeleted') await on.ThreadDeleted(event)
  }
  /** Gives the reactor the log from the start, as after a lost checkpoint; returns the mails that were not sent before. */
  async function told(): Promise<Mail[]> {
    for (const event of await decode<DomainEvent>(await log.readAll(null, 10_000)))
      if (concerns(event)) await react(event)
    return mails.splice(0)
  }
  const thread = await startThread(app)
  const decide = (action: 'approve' | 'reject', id: number, adminNotes = '') =>
    app.post(`/api/moderation/${action}/${id}`, { adminNotes }, ada)
  const report = (id: number, caller: object = ben) =>
    app.post('/api/forum/reports', { contentId: id, reason: 'spam', note: 'Words of the reader' }, caller)
  return { app, thread, told, decide, report }
}

describe('the author', () => {
  it('hears once that a post which waited was published or rejected, and the note', async () => {
    const { app, thread, told, decide } = await forum()
    const [good, bad] = [
      await postReply(app, thread, 'A heated word.'),
      await postReply(app, thread, 'More heated words.'),
    ]
    await decide('approve', good)
    await decide('reject', bad, 'Names a neighbor.')
    const mails = await told()
    expect(heads(mails)).toEqual([
      ['cora@example.org', `Your reply is on the ${siteName} forum`],
      ['cora@example.org', `About your reply on the ${siteName} forum`],
    ])
    expect(mails[0]?.text).toContain(`https://campaign.example/forum?thread=${thread}&post=${good}`)
    expect(mails[1]?.text).toContain('A moderator read it and decided not to publish it.')
    expect(mails[1]?.text).toContain('The moderator wrote: Names a neighbor.')
    expect(await told()).toEqual([])
    const held = await startThread(app, { title: 'A heated title' })
    await decide('approve', held)
    expect(heads(await told())).toEqual([['ben@example.org', `Your discussion is on the ${siteName} forum`]])
  })

  it('hears why the check refused a post and how to appeal, and then the answer', async () => {
    const { app, thread, told, decide } = await forum()
    const [one, two] = [await refusedReply(app, thread), await refusedReply(app, thread)]
    const [first, second] = await told()
    expect(first?.text).toContain('Our automatic check refused it. It attacks people instead of what they say.')
    expect(first?.text).toContain('choose Appeal beside your words')
    expect(first?.text).toContain(`https://campaign.example/forum?thread=${thread}`)
    for (const mail of [first, second]) expect(`${mail?.subject}${mail?.html}${mail?.text}`).not.toContain('vile')
    for (const { id } of [one, two])
      await app.post('/api/forum/appeals', { contentId: id, appeal: 'It quotes a statute.' }, cora)
    await decide('approve', one.id, 'You are right.')
    await decide('reject', two.id)
    const answers = await told()
    expect(heads(answers)).toEqual([
      ['cora@example.org', `Your appeal on the ${siteName} forum`],
      ['cora@example.org', `Your appeal on the ${siteName} forum`],
    ])
    expect(answers[0]?.text).toContain('The moderator wrote: You are right.')
    expect(answers[1]?.text).toContain('This decision is final.')
  })

  it('hears that reports removed a post, without a word of the readers, and nothing when it stayed all along', async () => {
    const { app, thread, told, decide, report } = await forum()
    const [kept, removed] = [await postReply(app, thread, 'Fine.'), await postReply(app, thread, 'Also fine.')]
    for (const id of [kept, removed]) await report(id)
    await decide('approve', kept)
    await decide('reject', removed)
    const mails = await told()
    const [own, ...others] = mails.filter(({ to }) => to === 'cora@example.org')
    expect(others).toEqual([])
    expect(own?.text).toContain('Readers reported it, and a moderator removed it.')
    expect(own?.text).not.toMatch(/Words of the reader|Ben|Babbage/)
  })
})

describe('a reader who reported', () => {
  it('hears once what came of it: kept, removed, or deleted', async () => {
    const { app, thread, told, decide, report } = await forum()
    const [kept, removed, deleted] = [
      await postReply(app, thread, 'One.'),
      await postReply(app, thread, 'Two.'),
      await postReply(app, thread, 'Three.'),
    ]
    for (const id of [kept, removed, deleted]) await report(id)
    await decide('approve', kept)
    await decide('reject', removed)
    await app.remove(`/api/admin/forum/posts/${deleted}`, ada)
    const mails = (await told()).filter(({ to }) => to === 'ben@example.org')
    expect(mails.map(({ text }) => /decided to keep it|removed it/.exec(text)?.[0])).toEqual([
      'decided to keep it',
      'removed it',
      'removed it',
    ])
    expect(await told()).toEqual([])
  })
})

it('mails only decisions that stand', async () => {
  const { app, thread, told, decide } = await forum()
  const id = await postReply(app, thread, 'A heated word.')
  await decide('approve', id)
  await app.remove(`/api/admin/forum/posts/${id}`, ada)
  expect(await told()).toEqual([])
})

it('sends no mail where email updates are off, where mail came back, or when it is switched off', async () => {
  const { app, thread, told, decide, report } = await forum()
  const id = await postReply(app, thread, 'A heated word.')
  await app.put('/api/preferences', { ...allOn, emailUpdates: false }, cora)
  await decide('approve', id)
  expect(await told()).toEqual([])

  const other = await postReply(app, thread, 'Fine.')
  await report(other)
  const subject = await app.core.subjects.forEmail('ben@example.org')
  await bounces(app, subject)
  await decide('approve', other)
  expect(await told()).toEqual([])

  const off = await forum({ decisionMails: false })
  await off.decide('approve', await postReply(off.app, off.thread, 'A heated word.'))
  expect(await off.told()).toEqual([])
})
