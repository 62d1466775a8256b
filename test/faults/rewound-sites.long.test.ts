import { expect, it, vi } from 'vitest'
import { grantAdmin } from '../../backend/commands/auth/rights.ts'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { emailCampaignStream } from '../../backend/domain/mail/email-campaigns.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Product } from '../support/app/app.ts'
import { type Put, runRewind, settled, start, temporaryFolder } from '../support/app/restarted-site.ts'
import { signUpAt, strongPassword } from '../support/app/sign-up.ts'
import { createCopyOf } from '../support/database/database.ts'
import type { EventStore } from '../support/log/eventstoredb-store.ts'
import { quick } from '../support/mail/email-campaigns.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const headers = { 'sec-fetch-site': 'same-origin' }

const newSite = async (): Promise<Put> => ({
  database: await createCopyOf('template_projected'),
  folder: temporaryFolder(),
  log: [],
})

/** The log as a copy of its files had it, right before this event. */
function copyBefore({ all }: EventStore, stream: string, type: string) {
  const end = all.findIndex((event) => event.stream.endsWith(stream) && event.type === type)
  expect(end, `${type} in ${stream}`).toBeGreaterThan(0)
  return all.slice(0, end)
}

/** Requests with the admin’s session. */
const callAs =
  (app: Product, cookie: string) => async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await app.http.inject({ method, url, headers: { ...headers, cookie }, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body === '' ? null : answer.json()
  }

/** A draft; each has a subject line of its own. */
const letter = (subject: string) => ({
  ...{ name: subject, subject, preheader: '', body: 'Dear {{firstName|friend}}.' },
  segmentIds: ['active-volunteers'],
})

it('no email campaign is sent twice, and none goes on that staff had stopped', async () => {
  let isBusy = false
  const sink = await startMailSink({ fault: () => (isBusy ? 'later' : null) })
  const options = {
    env: { SMTP_URL: sink.url },
    overrides: { sending: { ...quick, retries: { first: 200, max: 200, attempts: 10_000 } } },
  }
  const put = await newSite()
  const { app, store, stop } = await start(put, options)
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  let call = callAs(app, cookie)
  for (const name of ['Ruth', 'Orpah'])
    await call('POST', '/api/volunteers', {
      firstName: name,
      lastName: 'Moab',
      email: `${name}@example.org`.toLowerCase(),
    })
  const draft = async (subject: string): Promise<number> =>
    (await call('POST', '/api/email-campaigns', letter(subject))).id
  const send = (id: number) => call('POST', `/api/email-campaigns/${id}/send`)
  const statusOf = async (id: number) => (await call('GET', `/api/email-campaigns/${id}`)).status
  const isSent = (id: number) => expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('sent')

  const finished = await draft('Finished')
  await expect
    .poll(
      async () =>
        (await call('POST', '/api/email-campaigns/preview', { kind: 'composed', ...letter('All') })).recipients,
    )
    .toBe(2)
  await send(finished)
  await isSent(finished)
  const [unknown, changed, halfKnown, cancelled, paused] = [
    await draft('Unknown'),
    await draft('Changed'),
    await draft('Half known'),
    await draft('Cancelled'),
    await draft('Paused'),
  ]
  await call('POST', `/api/email-campaigns/${changed}/schedule`, { at: '2126-01-01T12:00' })
  const tries = () => sink.tried.get('ruth@example.org') ?? 0
  const already = tries()
  isBusy = true
  await send(cancelled)
  await expect.poll(tries).toBeGreaterThan(already)
  await send(halfKnown)
  await send(paused)
  await call('POST', `/api/email-campaigns/${cancelled}/cancel`)
  await call('POST', `/api/email-campaigns/${paused}/pause`)
  // A mail that was on its way before may still leave.
  const onTheirWay = async () => {
    const { rows } = await put.database.pool.query(
      'SELECT FROM app.campaign_recipients JOIN app.campaign_queues USING (list_id) WHERE is_leased AND campaign_id = ANY ($1)',
      [[cancelled, paused]],
    )
    return rows.length
  }
  await expect.poll(onTheirWay).toBe(0)
  isBusy = false
  await isSent(halfKnown)
  await call('POST', `/api/email-campaigns/${changed}/unschedule`)
  await send(unknown)
  await isSent(unknown)
  await settled(app, put.folder)
  await stop()
  const log = copyBefore(store, emailCampaignStream(cancelled), 'CampaignCancelled')
  const mailed = () =>
    sink.received
      .map(({ to, raw }) => `${/^Subject: (.*)\r$/m.exec(raw)?.[1]} to ${to}`)
      .filter((mail) => /^(Finished|Unknown|Changed|Half known|Cancelled|Paused) to/.test(mail))
      .sort()
  const before = mailed()
  expect(before).toEqual(
    ['Finished', 'Half known', 'Unknown'].flatMap((subject) =>
      ['orpah', 'ruth'].map((name) => `${subject} to ${name}@example.org`),
    ),
  )

  const rewound = await runRewind({ ...put, log })
  expect(rewound.code, rewound.said).toBe(0)
  const about = rewound.said.split('\n').filter((line) => line.startsWith('Email campaign '))
  expect(about.sort()).toEqual([
    `Email campaign ${unknown} was sent to 2 people, and the log does not know it: do not send the same text again.`,
    `Email campaign ${changed} was changed by decisions that the log has lost. It is a draft now: read it before you schedule it again.`,
    `Email campaign ${cancelled} was cancelled by a decision that the log has lost. It is cancelled again.`,
    `Email campaign ${paused} was paused by a decision that the log has lost. It is paused again.`,
  ])

  const again = await start({ ...put, log: rewound.log }, options)
  call = callAs(again.app, cookie)
  await isSent(halfKnown)
  await settled(again.app, put.folder)
  expect(await Promise.all([finished, unknown, changed, halfKnown, cancelled, paused].map(statusOf))).toEqual([
    'sent',
    'draft',
    'draft',
    'sent',
    'cancelled',
    'paused',
  ])
  expect((await call('GET', `/api/email-campaigns/${halfKnown}`)).progress).toMatchObject({ sent: 2, waiting: 0 })
  expect(mailed()).toEqual(before)
  await call('POST', `/api/email-campaigns/${paused}/resume`)
  await isSent(paused)
  expect(mailed()).toHaveLength(before.length + 2)
})

it('a ban, a demotion, a role, a revoked key and a new address that are lost with the newer events are named, and can be repeated', async () => {
  const put = await newSite()
  const { app, store, stop } = await start(put)
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  await signUpAt(app, 'ruth@example.org')
  await signUpAt(app, 'boaz@example.org')
  await signUpAt(app, 'orpah@example.org')
  await signUpAt(app, 'dinah@example.org')
  const idOf = async (email: string) => {
    const account = await app.core.accounts.byEmailHash(app.core.subjects.emailHash(email))
    return account?.userId ?? 0
  }
  const [ruth, boaz, orpah, dinah] = [
    await idOf('ruth@example.org'),
    await idOf('boaz@example.org'),
    await idOf('orpah@example.org'),
    await idOf('dinah@example.org'),
  ]
  for (const userId of [boaz, dinah]) {
    const proof = { type: 'VerifyUserEmail', data: { userId } } as const
    await app.core.handle(users, userStream(userId), proof, systemContext())
  }
  await grantAdmin(app.core, boaz, systemContext())
  const ban = { banned: true, reason: 'Sells lamps.' }
  const call = callAs(app, cookie)
  const role = { role: 'moderator', reason: 'Reads prayers.' }
  const lastDay = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10)
  const asked = { name: 'Phone bank', rights: ['volunteers'], lastDay }
  const key = await call('POST', '/api/admin/api-keys', asked)
  await call('POST', `/api/admin/users/${dinah}/roles`, role)
  await call('POST', `/api/admin/users/${ruth}/ban`, ban)
  await call('POST', `/api/admin/api-keys/${key.id}/revoke`, { reason: 'It leaked.' })
  await call('POST', `/api/admin/users/${dinah}/roles/revoke`, role)
  await call('PUT', `/api/admin/users/${boaz}`, { isAdmin: false })
  await call('PUT', `/api/admin/users/${orpah}`, { email: 'other@example.org' })
  await settled(app, put.folder)
  await stop()

  const rewound = await runRewind({ ...put, log: copyBefore(store, userStream(ruth), 'UserBanned') })
  expect(rewound.code, rewound.said).toBe(0)
  const about = rewound.said.split('\n').filter((line) => line.startsWith('Account '))
  expect(about).toEqual([
    `Account ${ruth} is no longer banned.`,
    `Account ${boaz} is an admin again.`,
    `Account ${orpah} has its earlier address again.`,
    `Account ${dinah} has its earlier roles again: moderator.`,
  ])
  expect(rewound.said).toContain('API keys that no longer work: 1.')

  const again = await start({ ...put, log: rewound.log })
  const login = (email: string) =>
    again.app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers,
      payload: { email, password: strongPassword },
    })
  for (const email of ['ruth@example.org', 'orpah@example.org']) expect((await login(email)).statusCode).toBe(200)
  expect(await callAs(again.app, cookie)('GET', `/api/admin/users/${ruth}`)).toMatchObject({ isBanned: false })
  expect(await callAs(again.app, cookie)('GET', `/api/admin/users/${boaz}`)).toMatchObject({ isAdmin: true })
  await callAs(again.app, cookie)('POST', `/api/admin/users/${ruth}/ban`, ban)
  expect((await login('ruth@example.org')).statusCode).toBe(403)
  const use = async ({ secret }: { secret: string }) => {
    const authorization = `Bearer ${secret}`
    return (await again.app.http.inject({ url: '/api/admin/volunteers', headers: { authorization } })).statusCode
  }
  const newKey = await callAs(again.app, cookie)('POST', '/api/admin/api-keys', { ...asked, name: 'New' })
  expect([await use(key), await use(newKey)]).toEqual([401, 200])
})
