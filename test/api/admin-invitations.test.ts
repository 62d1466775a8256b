import { describe, expect, it } from 'vitest'
import { invite as inviteFromCommandLine } from '../../backend/commands/auth/admin-invitations.ts'
import { grantAdmin } from '../../backend/commands/auth/rights.ts'
import { commandLineContext, systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { createOffice, instant, type Member, type Office } from '../support/app/office.ts'
import { chief, origin, withCookie } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const email = 'ruth@example.org'
const invite = (office: Office, address = email, by: Pick<Member, 'cookie'> = office.admin) =>
  office.as(by, 'POST', 'invitations', { email: address })
const accept = (office: Office) =>
  office.post('first-admin', { ...chief, email, firstName: 'Ruth', token: mailedToken(office.sent, email) })

describe('an invitation from the console', () => {
  it('mails a link that makes the reader of that inbox an admin, once', async () => {
    const office = await createOffice()
    const answer = await invite(office, ` ${email} `)
    expect([answer.statusCode, answer.json()]).toEqual([202, { expiresAt: instant }])
    const hours = (Date.parse(answer.json().expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    expect(office.sent.at(-1)).toMatchObject({ kind: 'adminInvitation', about: { hours: 24 } })
    const accepted = await accept(office)
    expect([accepted.statusCode, accepted.json().user]).toMatchObject([201, { email, isAdmin: true }])
    expect((await accept(office)).statusCode).toBe(403)
  })

  it('is among the actions with its address, and nowhere with its link', async () => {
    const office = await createOffice()
    await invite(office)
    await office.allProjected()
    const { actions } = await office.get('actions')
    expect(actions[0]).toMatchObject({
      action: 'Invite admin',
      admin: { email: office.admin.email },
      after: { email },
    })
    const token = mailedToken(office.sent, email)
    const recorded = JSON.stringify(await office.decode(await office.log.readAll(null, 1000)))
    expect(recorded).toContain('AdminInvited')
    for (const part of token.split('.').slice(1)) {
      expect(recorded).not.toContain(part)
      expect(JSON.stringify(actions)).not.toContain(part)
    }
    await accept(office)
    await office.allProjected()
    const [, ruth] = (await office.get('users')).users.toReversed()
    expect((await office.get(`history/users/${ruth.id}`)).map(({ type }: { type: string }) => type)).toContain(
      'AdminInvited',
    )
  })

  it('works no more once the admin who sent it lost their rights', async () => {
    const office = await createOffice()
    const boaz = await office.signUpAdmin('Boaz')
    expect((await invite(office, email, boaz)).statusCode).toBe(202)
    expect((await office.put(boaz.id, { isAdmin: false })).statusCode).toBe(200)
    const refused = await accept(office)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'The admin who invited you is no longer one. Please ask for a new invitation.',
    ])
    expect((await invite(office, email, boaz)).statusCode).toBe(401)
    expect((await invite(office)).statusCode).toBe(202)
    expect((await accept(office)).statusCode).toBe(201)
  })

  it('that was never sent is withdrawn without a trace of the address', async () => {
    const office = await createOffice()
    const withdrawn = await office.as(office.admin, 'POST', 'invitations/withdraw', { email: 'unknown@example.org' })
    expect(withdrawn.statusCode).toBe(204)
    expect(await office.subjects.find('unknown@example.org')).toBeNull()
  })

  it('is withdrawn at once, and sent again where the address was right', async () => {
    const office = await createOffice()
    const withdraw = () => office.as(office.admin, 'POST', 'invitations/withdraw', { email })
    await invite(office)
    expect((await withdraw()).statusCode).toBe(204)
    expect((await withdraw()).statusCode).toBe(204)
    const refused = await accept(office)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'This invitation was withdrawn. Please ask for a new one.',
    ])
    await invite(office)
    await office.allProjected()
    expect((await office.get('actions')).actions.slice(0, 3)).toMatchObject([
      { action: 'Invite admin', after: { email } },
      { action: 'Withdraw admin invitation', after: { email } },
      { action: 'Invite admin', after: { email } },
    ])
    expect((await accept(office)).statusCode).toBe(201)
    expect((await withdraw()).statusCode).toBe(409)
  })

  it('goes to no one who needs none or may not sign in', async () => {
    const office = await createOffice()
    const refusedWith = async (address: string) => {
      const { statusCode, body } = await invite(office, address)
      return [statusCode, JSON.parse(body).message]
    }
    expect(await refusedWith(office.admin.email)).toEqual([409, 'This person is already an admin.'])
    const boaz = await office.signUp('Boaz')
    await office.prove(boaz.id)
    expect(await refusedWith(boaz.email)).toEqual([
      409,
      'This person has an account with a verified email. Edit them in the list and turn on Admin.',
    ])
    await office.ban(boaz.id, { banned: true })
    expect(await refusedWith(boaz.email)).toEqual([409, 'This person is banned. Unban them first.'])
    await office.put(boaz.id, { isBanned: false, isActive: false })
    expect(await refusedWith(boaz.email)).toEqual([409, 'This person’s account is deactivated. Activate it first.'])
    expect(office.sent.filter(({ kind }) => kind === 'adminInvitation')).toEqual([])
  })

  it('needs a proof of the last ten minutes, and the limits of mailed links', async () => {
    const office = await createOffice({ rateLimits: 'on' })
    for (let mail = 1; mail <= 3; mail++) expect((await invite(office)).statusCode).toBe(202)
    expect((await invite(office)).statusCode).toBe(429)
    await office.database.pool.query(
      "UPDATE app.sessions SET created_at = now() - interval '11 minutes', proven_at = NULL",
    )
    expect((await invite(office, 'other@example.org')).statusCode).toBe(403)
    const supporter = await office.signUp('Boaz')
    expect((await office.post('../admin/invitations', { email }, withCookie(supporter.cookie))).statusCode).toBe(403)
  })

  it('is told as not sent when the mail server refuses it', async () => {
    const office = await createOffice({
      wrap: (tools) => ({
        ...tools,
        accountMail: { ...tools.accountMail, adminInvitation: () => Promise.reject(new Error('no mail server')) },
      }),
    })
    const answer = await invite(office)
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'We could not send the email right now. Please try again later.',
    ])
  })
})

describe('the list of invitations', () => {
  const standing = (office: Office) => office.get('invitations')
  const emails = async (office: Office): Promise<string[]> =>
    (await standing(office)).map(({ email }: { email: string }) => email)

  it('says who is invited, by whom and until when, and never the link', async () => {
    const office = await createOffice()
    expect(await standing(office)).toEqual([])
    const boaz = await office.signUpAdmin('Boaz')
    await invite(office)
    const { expiresAt } = (await invite(office, email, boaz)).json()
    const context = commandLineContext({ at: new Date(Date.now() + 1000) })
    await inviteFromCommandLine(office, { email: 'obed@example.org' }, { publicUrl: origin, context })
    await office.allProjected()
    const invitations = await standing(office)
    expect(invitations).toEqual([
      { email: 'obed@example.org', role: null, invitedBy: null, invitedAt: instant, expiresAt: instant },
      { email, role: null, invitedBy: 'Boaz Moab', invitedAt: instant, expiresAt },
    ])
    for (const part of mailedToken(office.sent, email).split('.').slice(1))
      expect(JSON.stringify(invitations)).not.toContain(part)
    const supporter = await office.signUp('Orpah')
    expect((await office.as(supporter, 'GET', 'invitations')).statusCode).toBe(403)
    expect((await office.as({ cookie: '' }, 'GET', 'invitations')).statusCode).toBe(401)
  })

  it('leaves out what was withdrawn, used or sent more than 24 hours ago', async () => {
    const office = await createOffice()
    await invite(office)
    await office.as(office.admin, 'POST', 'invitations/withdraw', { email })
    expect(await emails(office)).toEqual([])
    await invite(office)
    expect(await emails(office)).toEqual([email])
    await accept(office)
    await office.allProjected()
    expect(await emails(office)).toEqual([])
    const context = commandLineContext({ at: new Date(Date.now() - 24 * 3_600_000) })
    await inviteFromCommandLine(office, { email: 'obed@example.org' }, { publicUrl: origin, context })
    await office.allProjected()
    expect(await emails(office)).toEqual([])
  })

  it('leaves out those of an admin who lost their rights, until they are sent again', async () => {
    const office = await createOffice()
    const boaz = await office.signUpAdmin('Boaz')
    await invite(office, email, boaz)
    await invite(office, 'obed@example.org')
    expect(await emails(office)).toEqual(['obed@example.org', email])
    await office.put(boaz.id, { isAdmin: false })
    await office.put(boaz.id, { isAdmin: true })
    expect(await emails(office)).toEqual(['obed@example.org'])
    await invite(office)
    expect(await emails(office)).toEqual([email, 'obed@example.org'])
  })

  it('has those to people who are banned, and none to admins, to those who were, or to those who were erased', async () => {
    const office = await createOffice()
    const people = await Promise.all(['Boaz', 'Ruth', 'Orpah'].map(office.signUp))
    for (const person of people) await invite(office, person.email)
    const [boaz, ruth, orpah] = people
    if (!boaz || !ruth || !orpah) throw new Error('Three people signed up.')
    await office.ban(boaz.id, { banned: true })
    await office.prove(ruth.id)
    await grantAdmin(office, ruth.id, systemContext())
    await office.allProjected()
    expect((await emails(office)).sort()).toEqual([boaz.email, orpah.email])
    await office.put(ruth.id, { isAdmin: false })
    await office.remove(`${orpah.id}`)
    await office.allProjected()
    expect(await emails(office)).toEqual([boaz.email])
  })
})
