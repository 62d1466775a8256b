import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { publishWordings } from '../../backend/commands/wordings.ts'
import { mailClickStream, mailClicks } from '../../backend/domain/mail/mail-clicks.ts'
import { connect } from '../../backend/kernel/database/connect.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { personalExport } from '../../backend/read-model/profile-export.ts'
import { personalFields, reviewedItems, uses } from '../../backend/topics/index.ts'
import { formNotes } from '../../contract/form-notes.ts'
import { type AccountApp, createAccountApp } from '../support/app/account.ts'
import { importDonationsBy } from '../support/app/imported-file.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const url = '/api/profile/export'

it('the download has the words that the person agreed to, and no others', async () => {
  const { email, ask, id } = await app.account()
  await app.verify(id)
  const note = { wordingId: 'email-signups', ...formNotes['email-signups'] }
  await publishWordings(app.core.handle, [note, { wordingId: 'rsvps', ...formNotes.rsvps }])
  await ask('POST', '/api/email-signup', { email, wording: note.hash })
  const { emailSignups, wordings } = (await ask('GET', url)).json()
  expect(emailSignups).toMatchObject([{ wording: { wordingId: note.wordingId, hash: note.hash } }])
  expect(wordings).toEqual([note])
})

it('the download is a file with all data about the person', async () => {
  const { email, ask, id, cookie } = await app.account()
  await app.verify(id)
  await app.visit('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'Before the account.', email })
  await ask('PUT', '/api/profile', { phone: '765 555 0123', city: 'Muncie' })
  await ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'While signed in, without an address.' })
  await ask('POST', '/api/endorsements', { name: 'Ruth', email, title: 'Gleaner', endorsementText: 'Kind.' })
  await ask('POST', '/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email, skills: 'Harvest, and Python' })
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
    adminAddresses: [],
    deletion: { dueAt: null },
    sessions: [{ method: 'password', device: expect.any(String) }],
    signIns: expect.any(Array),
    secondFactor: { isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, hasApp: false },
    passkeys: [],
    providers: [],
    emailSignups: [{ email, firstName: 'Ruth' }],
    volunteers: [
      {
        email,
        skills: 'Harvest, and Python',
        aiSkillMatch: [{ way: 'technology', strength: 40, reasons: [{ from: 'skills', words: 'Python', points: 40 }] }],
      },
    ],
    pastSessions: [],
    prayers: [{ prayer: 'Before the account.' }, { prayer: 'While signed in, without an address.' }],
    endorsements: [{ title: 'Gleaner', endorsementText: 'Kind.' }],
    rsvps: [],
    forumThreads: [],
    forumPosts: [],
    forumReports: [],
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
    'MailUnsubscribed',
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

it('lists rejected items with the reason, and deleted ones only in the history', async () => {
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

it('shows admins the addresses from which they acted', async () => {
  const app = await createAccountApp(onTestFinished)
  const admin = await app.account('ada@example.org', app.firstAdminToken)
  const { id } = (await app.visit('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' })).json()
  await admin.ask('POST', `/api/admin/prayers/${id}/approve`)
  const held = (await admin.ask('GET', url)).json()
  expect(held.adminAddresses).toEqual([{ at: expect.any(String), ipAddress: '127.0.0.1' }])
})

it('lists the campaign mails to the person', async () => {
  const { email, ask, id } = await app.account()
  await app.verify(id)
  const subject = await app.core.subjects.forEmail(email)
  const sent = [7, subject, 'sent', '2026-03-01T12:00:00Z']
  await app.database.pool.query(
    `INSERT INTO read.email_campaign_sends (campaign_id, subject, status, attempts, sent_at) VALUES ($1, $2, $3, 1, $4)`,
    sent,
  )
  expect((await ask('GET', url)).json().mail.sent).toEqual([
    { campaignId: 7, status: 'sent', sentAt: '2026-03-01T12:00:00.000Z' },
  ])
})

/** Columns that name the owner of a row. */
const personal =
  '(^|_)(user_id|actor_id|author_id|admin_id|target_user_id|subject|email|email_hash|ip_address|inbox|passkey_handle)$|_by$'

const leftOut: { [table: string]: string } = {
  'eventlog.erased_addresses': 'keyed hashes of addresses that were erased',
  'eventlog.subject_keys': 'keys; the words they open are in the tables below',
  'app.one_time_tokens': 'credentials',
  'app.sign_in_challenges': 'credentials',
  'app.provider_flows': 'credentials of a sign-in under way',
  'app.held_mails': 'which mail waits for the morning; its words are those of what the person did',
  'app.inbox_mails': 'counts under a keyed hash, for two days',
  'app.last_visits': 'the latest of the sessions and sign-ins',
  'app.report_networks': 'keyed hashes of networks, for 30 days; the reports are in it',
  'app.mail_facts': 'what became of mail, for 90 days; what it was about is in the history',
  'app.mail_ledger': 'when the last mail was sent, for 30 days',
  'read.held_complaints': 'what became of a report: the history has it',
  'app.api_keys': 'keyed hashes of keys, with the issuer',
  'read.api_keys': 'work for the campaign; who issued a key stands in Actions',
  'app.past_views': 'which moments admins look at: work for the campaign',
  'app.traffic_visitors': 'addresses without a person, for a day',
  'app.campaign_left_out': 'why no mail was sent: suppressions and preferences say it',
  'app.campaign_recipients': 'the queue of mails: the same as email_campaign_sends',
  'app.unsent_mails': 'which mail the server refused; its words are those of what the person did',
  'app.welcome_mails': 'the queue of mails: the same as email_campaign_sends',
  'read.email_campaigns': 'what the mail is about; who wrote it is staff work',
  'read.mail_campaigns': 'what the mail is about',
  'read.file_imports': 'work for the campaign',
  'read.admin_actions': 'work for the campaign; acts about an account are in its history',
  'read.fitness_formulas': 'work for the campaign',
  'read.log_verifications': 'work for the campaign',
  'read.page_generations': 'work for the campaign',
  'read.forum_edits': 'earlier words: the history has them',
  'read.moved_addresses': 'the same as the addresses in the history',
  'read.moderation_items': 'what became of words: their status, and the history',
  'read.mail_actions': 'counted from the history and the mails',
  'read.mail_suppression_causes': 'the same as suppressions',
  'read.mail_conditions': 'the same as preferences, and confirmations in the history',
  'read.mail_responses': 'counted from clicks and the history',
  'read.supporter_account_subjects': 'counted from the history',
  'read.supporter_accounts': 'counted from the history',
  'read.supporter_standings': 'counted from the history',
  'read.supporters': 'counted from the history',
  'read.user_engagement': 'counted from the history',
  'read.user_roles': 'the roles that people hold; the history has who gave and took them',
}

it('every table with rows about people is in it, or left out for a reason', async () => {
  const { id } = await app.account()
  // On connections of its own, so that the site’s background queries do not count.
  const { knex, pool, close } = connect(app.database.url, { max: 2 })
  onTestFinished(close)
  const asked: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => void asked.push(sql))
  await app.verify(id)
  await personalExport(knex, id, new Date())
  const exported = new Set(asked.flatMap((sql) => sql.replaceAll('"', '').match(/\b(app|read)\.\w+/g) ?? []))
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT table_schema || '.' || table_name AS name FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('app', 'eventlog', 'read') AND column_name ~ $1 ORDER BY 1`,
    [personal],
  )
  const tables = rows.map(({ name }) => name)
  expect(tables.filter((name) => !exported.has(name) && !(name in leftOut))).toEqual([])
  expect(Object.keys(leftOut).filter((name) => !tables.includes(name) || exported.has(name))).toEqual([])
})

/** About a person, or within their own submissions or account: these identify no other person. */
const notSent = [
  'AdminInvitationAccepted',
  'AdminInvitationWithdrawn',
  'AdminInvited',
  'AppealFiled',
  'ContentApproved',
  'ContentRejected',
  'ContentReported',
  'ContentScreened',
  'EmailSignupAddressMoved',
  'MailAddressMoved',
  'ProfilePhotoChanged',
  'ProfileUpdated',
  'ReplyEdited',
  'RsvpAddressMoved',
  'RsvpNameCorrected',
  'StaffInvitationAccepted',
  'StaffInvited',
  'StaffRoleGranted',
  'StaffRoleRevoked',
  'ThreadEdited',
  'UserBanned',
  'UserEmailChanged',
  'UserRegistered',
  'VolunteerAddressMoved',
  ...reviewedItems.flatMap(({ corrected, correctedByAuthor, rejected }) => [corrected, correctedByAuthor, rejected]),
]

it('every event with personal words counts as sent by its person, or is listed as an exception', () => {
  expect(
    Object.keys(personalFields)
      .filter((type) => !uses.includes(type))
      .toSorted(),
  ).toEqual(notSent.toSorted())
})

it('donations that were imported under a verified address are in it', async () => {
  const app = await createAccountApp(onTestFinished)
  const admin = await app.account('treasurer@example.org', app.firstAdminToken)
  const ruth = await app.account()
  const stranger = await app.account()
  await app.verify(ruth.id)
  const csv = (email: string) => `firstName,lastName,email,amount,createdAt\nRuth,Gray,${email},12.50,2026-03-01`
  for (const { email } of [ruth, stranger]) {
    const file = Buffer.from(csv(email))
    await importDonationsBy(
      (path, hasFile) => (hasFile ? admin.ask('POST', path, file, 'text/csv') : admin.ask('POST', path)),
      async () => (await admin.ask('GET', '/api/admin/imports')).json(),
    )
  }
  expect((await ruth.ask('GET', url)).json().donations).toMatchObject([{ email: ruth.email, amount: 1250 }])
  expect((await stranger.ask('GET', url)).json().donations).toEqual([])
})
