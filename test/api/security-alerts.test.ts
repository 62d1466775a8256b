import { describe, expect, it } from 'vitest'
import { providerConnectionStream, providerConnections } from '../../backend/domain/accounts/provider-connections.ts'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { sealChainAlarms, sealChainStream } from '../../backend/domain/seal-chain-alarms.ts'
import { sealKeyStream, sealKeys } from '../../backend/domain/seal-keys.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { createSecurityAlerts, securityAlertsReactor } from '../../backend/reactors/security-alerts.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { letterhead } from '../../contract/campaign.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'
import { holdRoles } from '../support/app/hold-roles.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { productLogs } from '../support/log/product-logs.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

const admin = { as: 'admin' } as const
const minute = 60_000
const start = Date.parse('2031-05-01T12:00:00Z')

async function alerting({ securityAlerts = true, send = async (_mail: Mail) => {} } = {}) {
  const app = await createTestApp()
  await app.registerPeople()
  const { core, database } = app
  const mails: Mail[] = []
  const sentMails = sentMailsBy(database, async (mail) => {
    await send(mail)
    mails.push(mail)
  })
  const sender = () => ({ ...letterhead, publicUrl: 'https://campaign.example' })
  const alert = createSecurityAlerts({ ...database, sentMails, sender })
  const { on } = securityAlertsReactor({ ...core, pool: database.pool, securityAlerts })
  /** Gives the reactor the log from the start, as after a lost checkpoint, then lets the timer run. */
  async function at(minutes: number) {
    const events = await core.decode<DomainEvent>(await core.log.readAll(null, 10_000))
    for (const event of events) await on[event.type]?.(event)
    await alert(new Date(start + minutes * minute))
  }
  const toAda = () => mails.filter(({ to }) => to === 'ada@example.org')
  const isRefused = (route: string) => app.get(route, { as: 'supporter' })
  const retry = () => sentMails.retryMails(new Date(Date.now() + minute))
  return { app, core, mails, toAda, at, retry, isRefused }
}

const connect = (userId: number) => ({ type: 'ConnectProvider', data: { userId, provider: 'google' } }) as const

describe('admins', () => {
  it('get one email about everything that happened, in numbers and without names', async () => {
    const { app, core, mails, at } = await alerting()
    const signIn = () => app.post('/api/auth/login', { email: 'ben@example.org', password: 'not the password' })
    for (let time = 1; time <= 5; time++) await signIn()
    for (const route of ['/api/admin/users', '/api/admin/actions']) await app.get(route, { as: 'supporter' })
    await app.get('/api/admin/emails/export?format=csv', admin)
    await app.post('/api/admin/erasures', { email: 'cora@example.org' }, admin)
    const change = (userId: number, command: Parameters<typeof users.decide>[0]) =>
      core.handle(users, userStream(userId), command, systemContext())
    await change(2, { type: 'VerifyUserEmail', data: { userId: 2 } })
    const asked = { by: null, activeAdmins: 1, now: new Date().toISOString() }
    await change(2, { type: 'GrantAdmin', data: { userId: 2, asked } })
    await change(1, { type: 'AddPasskey', data: { userId: 1, passkeyId: crypto.randomUUID() } })
    await core.handle(providerConnections, providerConnectionStream('a'), connect(1), systemContext())
    await at(0)
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
    const [{ subject, text, html } = { subject: '', text: '', html: '' }] = mails
    expect(subject).toMatch(/^Security: .*, and more$/)
    for (const line of [
      '2 series of failed sign-ins.',
      '2 attempts to open an admin page.',
      'One new admin.',
      'An admin added a passkey.',
      'Google or Facebook was connected to an admin’s account.',
      'The email list was exported.',
      'Everything under one email address was erased.',
      'https://campaign.example/admin?tab=actions',
    ])
      expect(text).toContain(line)
    expect(subject + text + html).not.toMatch(/ben@|cora@|Ben\b|Cora|Babbage|127\.0/)

    // Everything in it can be looked up.
    await allProjected(app)
    const { actions } = (await app.get('/api/admin/actions?limit=50', admin)).json()
    const logged = actions.map(({ details }: { details: { event: string } }) => details.event)
    for (const type of [
      'SignInsFailed',
      'AccessRefused',
      'AdminGranted',
      'PasskeyAdded',
      'ProviderConnected',
      'EmailSignupsExported',
      'SubjectErased',
    ])
      expect(logged).toContain(type)
  })

  it('learn about changes of rights, and of what every new subscriber is sent', async () => {
    const { app, toAda, at } = await alerting()
    await app.core.accounts.setRights(3, 1, { isAdmin: true, isActive: true, ban: null })
    const asked = { by: 1, activeAdmins: 2, now: new Date().toISOString() }
    const change = (userId: number, command: Parameters<typeof users.decide>[0]) =>
      app.core.handle(users, userStream(userId), command, systemContext())
    await change(2, { type: 'VerifyUserEmail', data: { userId: 2 } })
    await change(2, { type: 'GrantAdmin', data: { userId: 2, asked } })
    await change(2, { type: 'RevokeAdmin', data: { userId: 2, asked } })
    await change(2, { type: 'ResetSecondFactor', data: { userId: 2, by: 1 } })
    expect((await app.put('/api/admin/users/2', { email: 'new@example.org' }, admin)).statusCode).toBe(200)
    const mail = { afterHours: 0, subject: 'Welcome', preheader: '', body: 'Hello' }
    const series = { isOn: true, mails: [mail] }
    expect((await app.put('/api/email-campaigns/welcome-series', series, admin)).statusCode).toBe(200)
    await at(0)
    for (const line of [
      'One new admin.',
      'One admin lost their rights.',
      'Two-step sign-in of one account was reset.',
      'An admin gave one account another email address.',
      'The welcome series was changed.',
    ])
      expect(toAda()[0]?.text).toContain(line)
    expect(toAda()[0]?.text).not.toContain('new@example.org')
  })

  it('hear that the key of the seals was changed', async () => {
    const { core, toAda, at } = await alerting()
    const data = { oldKey: 'SHA256:a', newKey: 'SHA256:b', publicKey: 'Yg==', afterSeal: 1 }
    await core.handle(sealKeys, sealKeyStream, { type: 'ChangeSealKey', data }, systemContext())
    await at(0)
    expect(toAda().map(({ subject }) => subject)).toEqual([
      'Security: The key that signs the seals of the log was changed',
    ])
  })

  it('hear once that the log does not match its seals, and what to do', async () => {
    const { core, toAda, at } = await alerting()
    const data = { finding: 'The event log does not match seal 7.' }
    for (const _ of ['by one process', 'by another'])
      await core.handle(sealChainAlarms, sealChainStream, { type: 'CheckSealChain', data }, systemContext())
    await at(0)
    expect(toAda().map(({ subject }) => subject)).toEqual([
      'Security: The event log no longer matches its seals: ask the person who runs the server for npm run verify',
    ])
  })

  it('alone hear what the roles of others do not open', async () => {
    const { app, core, mails, at, isRefused } = await alerting()
    const everyRole = ['organizer', 'editor', 'moderator', 'analyst'].map((role) => ({ role }))
    await holdRoles(app, 3, everyRole)
    await isRefused('/api/admin/users')
    const data = { finding: 'The event log does not match seal 7.' }
    await core.handle(sealChainAlarms, sealChainStream, { type: 'CheckSealChain', data }, systemContext())
    await at(0)
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
  })

  it('hear nothing of the passkeys, providers and new addresses of others, nor of everyday work', async () => {
    const { app, core, mails, at } = await alerting()
    const email = 'new@example.org'
    const moved = {
      userId: 2,
      email,
      subject: await core.subjects.forEmail(email),
      previousSubject: crypto.randomUUID(),
    }
    const byOneself = { ...systemContext(), actor: { kind: 'admin', id: 2 } } as const
    await core.handle(users, userStream(2), { type: 'ChangeUserEmail', data: moved }, byOneself)
    await app.post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain', email: null, location: null })
    await app.post('/api/admin/prayers/1/approve', undefined, admin)
    const passkey = { type: 'AddPasskey', data: { userId: 2, passkeyId: crypto.randomUUID() } } as const
    await core.handle(users, userStream(2), passkey, systemContext())
    await core.handle(providerConnections, providerConnectionStream('b'), connect(2), systemContext())
    await at(0)
    expect(mails).toEqual([])
  })

  it('get at most one email in ten minutes, with everything that happened in between', async () => {
    const { toAda, at, isRefused } = await alerting()
    await isRefused('/api/admin/users')
    await at(0)
    expect(toAda()).toHaveLength(1)
    for (const route of ['/api/admin/actions', '/api/volunteers']) {
      await isRefused(route)
      await at(9)
    }
    expect(toAda()).toHaveLength(1)
    await at(10)
    expect(toAda().map(({ subject }) => subject)).toEqual([
      'Security: One attempt to open an admin page',
      'Security: 2 attempts to open an admin page',
    ])
    await at(60)
    expect(toAda()).toHaveLength(2)
  })

  it('get no second mail when the log is read again or the read model is rebuilt', async () => {
    const { app, toAda, at, isRefused } = await alerting()
    await isRefused('/api/admin/users')
    await at(0)
    await app.rebuildDiffers()
    await at(30)
    expect(toAda()).toHaveLength(1)
  })

  it('get it later if the mail server did not accept it, and the others do not get it twice', async () => {
    let refused = 'ada@example.org'
    const { app, mails, at, isRefused } = await alerting({
      async send({ to }) {
        if (to === refused) throw new Error('down')
      },
    })
    await app.core.accounts.setRights(3, 1, { isAdmin: true, isActive: true, ban: null })
    await isRefused('/api/admin/users')
    await expect(at(0)).rejects.toThrow('down')
    await expect(at(1)).rejects.toThrow('down')
    expect(mails.map(({ to }) => to)).toEqual(['cora@example.org'])
    refused = ''
    await at(2)
    expect(mails.map(({ to }) => to)).toEqual(['cora@example.org', 'ada@example.org'])
  })

  it('get it although another admin’s address accepts no mail, and that admin gets it later', async () => {
    let refused = 'ada@example.org'
    const { app, mails, at, retry, isRefused } = await alerting({
      async send({ to }) {
        if (to === refused) throw Object.assign(new Error('full'), { code: 'EENVELOPE', responseCode: 452 })
      },
    })
    await app.core.accounts.setRights(3, 1, { isAdmin: true, isActive: true, ban: null })
    await isRefused('/api/admin/users')
    await at(0)
    await isRefused('/api/admin/actions')
    await at(20)
    expect(mails.map(({ to }) => to)).toEqual(['cora@example.org', 'cora@example.org'])
    refused = ''
    await retry()
    expect(mails.slice(2).map(({ to, subject }) => [to, subject])).toEqual(
      mails.slice(0, 2).map(({ subject }) => ['ada@example.org', subject]),
    )
  })

  it('get none where the campaign switched it off', async () => {
    const { mails, at, isRefused } = await alerting({ securityAlerts: false })
    await isRefused('/api/admin/users')
    await at(0)
    expect(mails).toEqual([])
  })
})

describe.each(productLogs)('with the log in %s', (log) => {
  it('the running product tells the first admin of their own rights, once', async () => {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} }
    const app = await createTestApp({ identity: 'real', log, runs: 'everything', overrides: { mailer } })
    await signUpAt(app, 'ada@example.org', app.firstAdminToken)
    const alerts = () => mails.filter(({ subject }) => subject.startsWith('Security')).map(({ subject }) => subject)
    await expect
      .poll(async () => {
        await app.sendSecurityAlerts(new Date())
        return alerts()
      })
      .toEqual(['Security: One new admin'])
    await app.sendSecurityAlerts(new Date(Date.now() + 60 * minute))
    expect(alerts()).toHaveLength(1)
  })
})
