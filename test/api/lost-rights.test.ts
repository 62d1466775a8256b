import { describe, expect, it } from 'vitest'
import type { ImportReport } from '../../contract/imports.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { holdRoles } from '../support/app/hold-roles.ts'
import { check, finished, start, undo } from '../support/app/importing.ts'
import { issuedKey } from '../support/app/issued-key.ts'
import { admin, composed, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

const deputy = { as: 'deputy' } as const

/** Cora, the deputy of these tests, is an admin, or what else her account says. */
const makeAdmin = ({ core }: TestApp, revision = 1) =>
  core.accounts.setRights(3, revision, { isAdmin: true, isActive: true, ban: null })

/** `end`: what ends a key although its issuer stays an admin. */
const keyEnds: [how: string, end: (app: TestApp, key: { id: number; revoke(): Promise<void> }) => Promise<unknown>][] =
  [
    ['is revoked', (_app, { revoke }) => revoke()],
    [
      'has ended',
      ({ database }, { id }) => database.pool.query('UPDATE app.api_keys SET until = now() WHERE id = $1', [id]),
    ],
  ]

const losses: [how: string, lose: (app: TestApp) => Promise<unknown>][] = [
  ['is no admin any more', (app) => holdRoles(app, 3, [])],
  ['holds a role without the right', (app) => holdRoles(app, 3, [{ role: 'organizer' }])],
  [
    'is banned',
    ({ core }) => core.accounts.setRights(3, 2, { isAdmin: true, isActive: true, ban: { reason: null, until: null } }),
  ],
  ['is deactivated', ({ core }) => core.accounts.setRights(3, 2, { isAdmin: true, isActive: false, ban: null })],
]

describe('an email campaign', () => {
  async function sending() {
    const app = await createEmailCampaignApp()
    await makeAdmin(app)
    await app.volunteers(numbered(4))
    const { id } = (await app.post('/api/email-campaigns', composed, deputy)).json()
    const act = async (name: string, as: object, body?: object) => {
      const answer = await app.post(`/api/email-campaigns/${id}/${name}`, body, as)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      await allProjected(app)
    }
    const tick = async (now = new Date()) => {
      await app.sendDue(now)
      await allProjected(app)
      return app.emailCampaign(id)
    }
    return { app, id, act, tick }
  }

  it.each(losses)('pauses when the person who sent it %s; another one resumes it', async (_how, lose) => {
    const { app, id, act, tick } = await sending()
    await act('send', deputy)
    expect(await tick()).toMatchObject({ status: 'sending' })
    await lose(app)
    expect(await tick()).toMatchObject({ status: 'paused', pausedBecause: 'rights' })
    await tick()
    await act('resume', admin)
    expect(await tick()).toMatchObject({ status: 'sending', pausedBecause: null })
    app.emailCampaignSending.start()
    await app.finished(id)
    expect(app.sink.received).toHaveLength(4)
    const types = (await app.events()).map(({ type }) => type)
    expect(types.filter((type) => type === 'CampaignPaused')).toHaveLength(1)
  })

  it.each([
    ['loses the right to send', ['console', 'drafts']],
    ['is removed', null],
  ])('pauses when the role by which its sender holds the right %s', async (_how, left) => {
    const { app, act, tick } = await sending()
    const write = (revision: number, rights: string[] | null) =>
      app.core.staffSets.write([{ key: 'set-1', name: 'Newsletter', rights, revision }])
    await act('send', deputy)
    await write(1, ['console', 'drafts', 'send'])
    await holdRoles(app, 3, [{ role: 'set-1' }])
    expect(await tick()).toMatchObject({ status: 'sending' })
    await write(2, left)
    expect(await tick()).toMatchObject({ status: 'paused', pausedBecause: 'rights' })
  })

  it('does not go out when the person who scheduled it may no longer send, and says why', async () => {
    const { app, act, tick } = await sending()
    await act('schedule', deputy, { at: '2099-03-02T10:00' })
    await holdRoles(app, 3, [])
    const reason = 'The person who scheduled this campaign may no longer send email campaigns.'
    expect(await tick(new Date('2099-03-03T10:00:00Z'))).toMatchObject({ status: 'failed', failedBecause: reason })
    expect(app.sink.received).toEqual([])
    await act('unschedule', admin)
    await act('send', admin)
    expect(await tick()).toMatchObject({ status: 'sending' })
  })

  it('goes on in the name of the person who scheduled it', async () => {
    const { app, act, tick } = await sending()
    await act('schedule', deputy, { at: '2099-03-02T10:00' })
    expect(await tick(new Date('2099-03-03T10:00:00Z'))).toMatchObject({ status: 'sending' })
    await holdRoles(app, 3, [])
    expect(await tick()).toMatchObject({ status: 'paused', pausedBecause: 'rights' })
  })

  it('that was cancelled a moment ago keeps none that is due', async () => {
    const { app, id, act, tick } = await sending()
    const due = (await app.post('/api/email-campaigns', { ...composed, name: 'Other letter' }, admin)).json().id
    await app.post(`/api/email-campaigns/${due}/schedule`, { at: '2099-03-02T10:00' }, admin)
    await act('send', deputy)
    await holdRoles(app, 3, [])
    await act('cancel', admin)
    // As the read table was before.
    await app.database.pool.query(`UPDATE read.email_campaigns SET status = 'sending' WHERE id = $1`, [id])
    await tick(new Date('2099-03-03T10:00:00Z'))
    expect(await app.emailCampaign(due)).toMatchObject({ status: 'sending' })
  })

  it.each(keyEnds)('pauses, or does not go out, when the API key that let it go out %s', async (_how, end) => {
    const { app, id, act, tick } = await sending()
    const key = await issuedKey(app, ['drafts', 'send'])
    const other = (await key.call('POST', '/api/email-campaigns', { ...composed, name: 'Other letter' })).json().id
    const at = '2099-03-02T10:00'
    expect((await key.call('POST', `/api/email-campaigns/${id}/send`)).statusCode).toBe(202)
    expect((await key.call('POST', `/api/email-campaigns/${other}/schedule`, { at })).statusCode).toBe(200)
    await allProjected(app)
    expect(await tick()).toMatchObject({ status: 'sending' })
    await end(app, key)
    expect(await tick(new Date('2099-03-03T10:00:00Z'))).toMatchObject({ status: 'paused', pausedBecause: 'rights' })
    const failedBecause = 'The API key that scheduled this campaign may no longer send email campaigns.'
    expect(await app.emailCampaign(other)).toMatchObject({ status: 'failed', failedBecause })
    // It goes on in the name of the issuer, and of no key.
    await act('resume', deputy)
    expect(await tick()).toMatchObject({ status: 'sending' })
  })
})

describe('an import', () => {
  const rows = 3000
  const consent = { consentSource: 'County fair', consentAt: '2026-03-01' }
  const file = `First name,Last name,Email\n${Array.from({ length: rows }, (_, n) => `Ruth,Hill,ruth${n}@example.org\n`).join('')}`
  const listed = async (app: TestApp) =>
    Number((await app.get('/api/admin/emails?limit=1', admin)).headers['x-total-count'])

  async function stopped(isByKey = false) {
    const app = await createTestApp()
    await app.registerPeople()
    await makeAdmin(app)
    const report = await check(app, file, { kind: 'email-signups', query: consent })
    expect(report).toMatchObject({ added: rows, refused: 0 })
    const key = isByKey ? await issuedKey(app, ['imports']) : null
    const started = key
      ? await key.call('POST', `/api/admin/imports/email-signups?plan=${report.plan}`)
      : await start(app, 'email-signups', report.plan, 'deputy')
    const { id } = started.json()
    await expect.poll(() => listed(app), { interval: 10 }).toBeGreaterThan(0)
    await (key ? key.revoke() : holdRoles(app, 3, []))
    const found = async () =>
      (await app.get('/api/admin/imports', admin)).json().find((one: { id: string }) => one.id === id)
    await expect.poll(async () => (await found()).stoppedAt).not.toBeNull()
    await allProjected(app)
    return { app, id, found, fileId: report.id }
  }

  it('stops at the next rows when the person who started it may no longer import; others go on with the rest', async () => {
    const { app, found, fileId } = await stopped()
    const before = await listed(app)
    expect(before).toBeLessThan(rows)
    expect(await found()).toMatchObject({ finishedAt: null, undoneAt: null, written: before })
    const { actions } = (await app.get('/api/admin/actions?filter=action:stop%20file%20import', admin)).json()
    expect(actions).toMatchObject([{ actor: { kind: 'server' }, details: { event: 'FileImportStopped' } }])

    const { choices, kind } = (await app.get(`/api/admin/imports/waiting/${fileId}`, admin)).json()
    const rest: ImportReport = (await app.put(`/api/admin/imports/waiting/${fileId}`, choices, admin)).json()
    expect(rest).toMatchObject({ added: rows - before, repeated: before })
    await finished(app, (await start(app, kind, rest.plan)).json().id)
    await allProjected(app)
    expect(await listed(app)).toBe(rows)
  }, 60_000)

  it('stops when the API key that started it is revoked', async () => {
    const { app, found } = await stopped(true)
    expect(await listed(app)).toBeLessThan(rows)
    expect(await found()).toMatchObject({ finishedAt: null })
  }, 60_000)

  it('that has stopped is undone like any other', async () => {
    const { app, id, found } = await stopped()
    await undo(app, id)
    await expect.poll(() => listed(app)).toBe(0)
    expect((await found()).undoneAt).not.toBeNull()
  }, 60_000)
})
