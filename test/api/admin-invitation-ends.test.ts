import { beforeEach, describe, expect, it } from 'vitest'
import { invite } from '../../backend/commands/auth/admin-invitations.ts'
import { grantAdmin } from '../../backend/commands/auth/rights.ts'
import { adminInvitationStream, adminInvitations } from '../../backend/domain/accounts/admin-invitations.ts'
import { createAdminInvitation, createFirstAdminLink } from '../../backend/identity/setup-links.ts'
import { commandLineContext, systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from '../support/app/app.ts'
import { createDyingProcess } from '../support/app/dying-process.ts'
import { createOffice, type Member, type Office } from '../support/app/office.ts'
import { chief, origin } from '../support/app/real-identity.ts'
import { tokenIn } from '../support/mail/link-token.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const { wrap, dieAfter } = createDyingProcess()
let office: Office
const openOffice = async () => {
  dieAfter(null)
  office = await createOffice({ wrap })
}

type Opened = Pick<Office, 'post'>
const open = (
  { post }: Opened,
  email: string,
  token: string,
  { key, password = chief.password }: { key?: string; password?: string } = {},
) =>
  post(
    'first-admin',
    { ...chief, email, password, token },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )

const tables = ['accounts', 'sessions', 'one_time_tokens', 'sign_ins', 'identities', 'passkeys']
const factors = ['second_factors', 'recovery_codes', 'sign_in_challenges']

/** All that says who may sign in, and all that happened. */
async function everything({ database, log, allProjected }: Pick<Office, 'database' | 'log' | 'allProjected'>) {
  await allProjected()
  const rows = await Promise.all(
    [...tables, ...factors].map(
      async (table) => (await database.pool.query(`SELECT * FROM app.${table} AS row ORDER BY row::text`)).rows,
    ),
  )
  return { rows, events: await log.readAll(null, 10_000) }
}

const withFactor = 'UPDATE app.accounts SET has_second_factor = true WHERE user_id = $1'

let count = 0
/** A person with an account of an unproved address, invited by an admin of their own. */
async function invitation() {
  count += 1
  const inviter = await office.signUpAdmin(`Boaz${count}`)
  const invitee = await office.signUp(`Ruth${count}`)
  await office.database.pool.query(withFactor, [invitee.id])
  return { inviter, invitee }
}
type Invited = Awaited<ReturnType<typeof invitation>>

const send = async ({ inviter, invitee: { email } }: Invited) => {
  expect((await office.as(inviter, 'POST', 'invitations', { email })).statusCode).toBe(202)
  return mailedToken(office.sent, email)
}

/** The link of a version that gave invitations no id, and bound the link to an account before any other step. */
async function sendAsBefore({ inviter, invitee: { id, email } }: Invited): Promise<string> {
  const emailHash = office.subjects.emailHash(email)
  const data = { subject: await office.subjects.forEmail(email), email, invitee: 'unproven' } as const
  const context = { ...systemContext(), actor: { kind: 'admin', id: inviter.id } as const }
  await office.handle(adminInvitations, adminInvitationStream(emailHash), { type: 'InviteAdmin', data }, context)
  const { token } = await createAdminInvitation({ ...office, publicUrl: origin }, emailHash)
  await office.database.pool.query('UPDATE app.one_time_tokens SET user_id = $1 WHERE email_hash = $2', [
    id,
    Buffer.from(emailHash, 'hex'),
  ])
  return token
}

/** The ways in which a link may be bound to an account when it ends, or not. */
const starts = [
  send,
  async function sendAndDie(invited: Invited) {
    const token = await send(invited)
    const { id, email } = invited.invitee
    dieAfter('AcceptAdminInvitation')
    expect((await open(office, email, token, { key: `first-${id}` })).statusCode).toBe(503)
    return token
  },
  sendAsBefore,
]

const ok = (answer: { statusCode: number; body: string }) => expect(answer.statusCode, answer.body).toBeLessThan(300)
const demote = async ({ id }: Member) => ok(await office.put(id, { isAdmin: false }))

const ends: { [end: string]: (invited: Invited) => Promise<void> } = {
  'was withdrawn': async ({ invitee: { email } }) =>
    ok(await office.as(office.admin, 'POST', 'invitations/withdraw', { email })),
  'has expired': async ({ invitee: { email } }) => {
    await office.database.pool.query(
      "UPDATE app.one_time_tokens SET expires_at = now() - interval '1 second' WHERE email_hash = $1",
      [Buffer.from(office.subjects.emailHash(email), 'hex')],
    )
  },
  'came from an admin who was demoted': ({ inviter }) => demote(inviter),
  'came from an admin who was demoted and is one again': async ({ inviter }) => {
    await demote(inviter)
    ok(await office.put(inviter.id, { isAdmin: true }))
  },
  'came from an admin who was banned': async ({ inviter }) => {
    await demote(inviter)
    ok(await office.ban(inviter.id, { banned: true }))
  },
  'came from an admin who was erased': async ({ inviter }) => {
    await demote(inviter)
    ok(await office.remove(String(inviter.id)))
  },
  'is for a person who was banned': async ({ invitee }) => ok(await office.ban(invitee.id, { banned: true })),
  'is for a person who was deactivated': async ({ invitee }) => ok(await office.put(invitee.id, { isActive: false })),
  'is for a person who was erased': async ({ invitee }) => ok(await office.remove(String(invitee.id))),
  'is for a person who was an admin in between': async ({ invitee }) => {
    await office.prove(invitee.id)
    await grantAdmin(office, invitee.id, systemContext())
    await demote(invitee)
  },
}

describe('an invitation that', () => {
  beforeEach(openOffice)

  it.each(Object.keys(ends))('%s changes nothing, whether it was opened before or not', async (end) => {
    for (const begin of starts) {
      const invited = await invitation()
      const token = await begin(invited)
      await ends[end]?.(invited)
      const before = await everything(office)
      const { id, email } = invited.invitee
      for (const key of [`first-${id}`, `second-${id}`]) {
        const answer = await open(office, email, token, { key, password: 'of a stranger no. 9' })
        expect(answer.statusCode, `${begin.name}: ${answer.body}`).toBe(403)
      }
      expect(await everything(office), begin.name).toEqual(before)
    }
  })

  it('was used changes nothing once its admin was demoted', async () => {
    const invited = await invitation()
    const [unused, token] = [await send(invited), await send(invited)]
    const { email, id } = invited.invitee
    expect((await open(office, email, token, { key: 'used-once' })).statusCode).toBe(201)
    await demote(invited.invitee)
    await office.database.pool.query(withFactor, [id])
    const before = await everything(office)
    for (const link of [token, unused])
      for (const key of ['used-once', 'used-again'])
        expect((await open(office, email, link, { key, password: 'of a stranger no. 9' })).statusCode).toBe(403)
    expect(await everything(office)).toEqual(before)
  })

  const sendFromCommandLine = async ({ email }: Member) =>
    (await invite(office, { email }, { publicUrl: origin, context: commandLineContext() })).token

  it('came from the command line changes nothing once it was withdrawn in the console', async () => {
    const { invitee } = await invitation()
    const { id, email } = invitee
    const token = await sendFromCommandLine(invitee)
    dieAfter('AcceptAdminInvitation')
    expect((await open(office, email, token, { key: `first-${id}` })).statusCode).toBe(503)
    await office.allProjected()
    expect(await office.get('invitations')).toMatchObject([{ email, invitedBy: null }])
    ok(await office.as(office.admin, 'POST', 'invitations/withdraw', { email }))
    expect(await office.get('invitations')).toEqual([])
    const before = await everything(office)
    for (const key of [`first-${id}`, `second-${id}`])
      expect((await open(office, email, token, { key })).statusCode).toBe(403)
    expect(await everything(office)).toEqual(before)
  })

  it('came from the command line changes nothing once its admin was demoted', async () => {
    const { invitee } = await invitation()
    const token = await sendFromCommandLine(invitee)
    ok(await open(office, invitee.email, token))
    await demote(invitee)
    const before = await everything(office)
    expect((await open(office, invitee.email, token)).statusCode).toBe(403)
    expect(await everything(office)).toEqual(before)
  })

  it('stands makes the person an admin, also after a ban that was lifted', async () => {
    const invited = await invitation()
    const token = await send(invited)
    const { id, email } = invited.invitee
    ok(await office.ban(id, { banned: true }))
    const refused = await open(office, email, token)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'This account is banned, so the link cannot give it any rights. Contact us if that is a mistake.',
    ])
    ok(await office.put(id, { isBanned: false }))
    expect((await open(office, email, token)).json().user).toMatchObject({ id, isAdmin: true })
  })

  it('was sent by an older version and not opened still works, once', async () => {
    const invited = await invitation()
    const token = await sendAsBefore(invited)
    await office.database.pool.query('UPDATE app.one_time_tokens SET user_id = NULL')
    const { email } = invited.invitee
    expect((await open(office, email, token)).json().user).toMatchObject({ isAdmin: true })
    expect((await open(office, email, token)).statusCode).toBe(403)
    await demote(invited.invitee)
    expect((await open(office, email, token)).statusCode).toBe(403)
  })
})

describe('an acceptance', () => {
  beforeEach(openOffice)

  const steps = ['AcceptAdminInvitation', 'VerifyUserEmail', 'GrantAdmin', 'use'] as const
  it.each(steps)('that crashes after %s is completed by a retry, and by no other account', async (step) => {
    const invited = await invitation()
    const token = await send(invited)
    const { id, email } = invited.invitee
    dieAfter(step)
    const request = () => open(office, email, token, { key: `completed-after-${step}` })
    expect((await request()).statusCode).toBe(503)
    expect((await open(office, 'other@example.org', token)).statusCode).toBe(403)
    const answer = await request()
    expect([answer.statusCode, answer.json().user]).toMatchObject([201, { id, isAdmin: true }])
    expect((await office.typesOf(id)).filter((type) => type === 'AdminGranted')).toHaveLength(1)
    expect((await open(office, email, token)).statusCode).toBe(403)
  })

  it('is recorded for its address, before the account changes', async () => {
    const email = 'orpah@example.org'
    ok(await office.as(office.admin, 'POST', 'invitations', { email }))
    ok(await open(office, email, mailedToken(office.sent, email)))
    const events = await office.decode(await office.log.readAll(null, 10_000))
    const first = events.findIndex((event) => event.type === 'AdminInvitationAccepted' && isAbout(event, email))
    const accepted = { type: 'AdminInvitationAccepted', data: { email }, metadata: { actor: { kind: 'visitor' } } }
    expect(events[first]).toMatchObject(accepted)
    expect(events.slice(first + 1).map(({ type }) => type)).toEqual([
      'EmailReserved',
      'UserRegistered',
      'UserEmailVerified',
      'AdminGranted',
    ])
  })

  it('happens once, however many requests come at the same time', async () => {
    const invited = await invitation()
    const token = await send(invited)
    const { id, email } = invited.invitee
    const answers = await Promise.all([1, 2, 3].map(() => open(office, email, token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403, 403])
    expect((await office.typesOf(id)).filter((type) => type === 'AdminGranted')).toHaveLength(1)
  })

  it('and a withdrawal at the same time agree on which came first', async () => {
    const invited = await invitation()
    const token = await send(invited)
    const { id, email } = invited.invitee
    const [accepted, withdrawn] = await Promise.all([
      open(office, email, token),
      office.as(office.admin, 'POST', 'invitations/withdraw', { email }),
    ])
    expect([accepted.statusCode, withdrawn.statusCode]).toBeOneOf([
      [201, 409],
      [403, 204],
    ])
    const isAdmin = (await office.typesOf(id)).includes('AdminGranted')
    expect(isAdmin).toBe(accepted.statusCode === 201)
  })
})

function isAbout({ data }: { data: unknown }, email: string): boolean {
  return typeof data === 'object' && data !== null && 'email' in data && data.email === email
}

describe('the link for the first admin', () => {
  it('changes nothing once there is another admin, bound to an account or not', async () => {
    const auth = await createTestApp({ identity: 'real', wrap })
    const link = async () => tokenIn(await createFirstAdminLink({ ...auth, publicUrl: origin }))
    const [bound, free] = [await link(), await link()]
    dieAfter('bind')
    expect((await open(auth, chief.email, bound)).statusCode).toBe(503)
    const { user } = (await auth.post('register', { ...chief, email: 'other@example.org' })).json()
    await auth.prove(user.id)
    await grantAdmin(auth, user.id, systemContext())
    const before = await everything(auth)
    for (const token of [bound, free]) expect((await open(auth, chief.email, token)).statusCode).toBe(409)
    expect(await everything(auth)).toEqual(before)
  })

  it('changes nothing once the admin that it made was demoted', async () => {
    const auth = await createTestApp({ identity: 'real', wrap })
    const token = tokenIn(await createFirstAdminLink({ ...auth, publicUrl: origin }))
    const made = (await open(auth, chief.email, token, { key: 'first' })).json().user
    const { user } = (await auth.post('register', { ...chief, email: 'other@example.org' })).json()
    await auth.prove(user.id)
    await grantAdmin(auth, user.id, systemContext())
    const login = await auth.post('login', { email: 'other@example.org', password: chief.password })
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const url = `/api/admin/users/${made.id}`
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    ok(await auth.app.inject({ method: 'PUT', url, payload: { isAdmin: false }, headers }))
    const before = await everything(auth)
    for (const key of ['first', 'second']) expect((await open(auth, chief.email, token, { key })).statusCode).toBe(403)
    expect(await everything(auth)).toEqual(before)
  })
})
