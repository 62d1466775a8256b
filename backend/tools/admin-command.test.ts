import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountsApp, createTestApp } from '../../test/support/app/app.ts'
import { createOffice } from '../../test/support/app/office.ts'
import { ada, chief, sessionOf } from '../../test/support/app/real-identity.ts'
import { withPasskey } from '../../test/support/browser/passkeys.ts'
import { tokenIn } from '../../test/support/mail/link-token.ts'
import { applyStaffSets } from '../commands/auth/staff-sets.ts'
import { staffSetStream, staffSets } from '../domain/accounts/staff-sets.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import { type AdminParts, runAdmin, usage } from './admin-command.ts'

const { email } = ada

let mailInvitation: AdminParts['mailInvitation'] = null
beforeEach(() => {
  mailInvitation = null
})

/** The output of the command and its exit code. */
async function run(auth: AccountsApp & Pick<AdminParts, 'changeSealKey'>, ...words: string[]) {
  const lines: string[] = []
  const code = await runAdmin(words, {
    ...auth,
    publicUrl: 'http://127.0.0.1:3000',
    erasing: {
      ...auth,
      knex: auth.database.knex,
      photos: { forget: async () => {} },
      forgetMail: async () => {},
      emailCampaignSending: { forget: async () => {} },
    },
    mailInvitation,
    now: () => new Date('2026-11-03T11:00:00Z'),
    print: (line) => void lines.push(line),
  })
  return { code, lines }
}

it('makes an account with a proven address an admin and ends its sessions', async () => {
  const auth = await createTestApp({ identity: 'real' })
  const cookie = sessionOf(await auth.post('register', chief))
  await auth.prove(1)
  const { code, lines } = await run(auth, 'grant', 'ADA@example.org')
  expect([code, lines[0]]).toEqual([0, expect.stringContaining('is now an admin (account 1, created ')])
  expect((await auth.status(cookie)).json().isAuthenticated).toBe(false)
  const answer = await auth.post('login', { email, password: chief.password })
  expect(answer.json().user.isAdmin).toBe(true)
  expect((await auth.log.readStream('user-1')).map(({ type }) => type)).toEqual([
    'UserRegistered',
    'UserEmailVerified',
    'AdminGranted',
  ])
  expect(await run(auth, 'grant', email)).toEqual({ code: 0, lines: [`${email} is already an admin.`] })
  expect(await run(auth, 'list')).toEqual({ code: 0, lines: [`1\t${email}`] })
})

describe('a role', () => {
  async function withPerson() {
    const auth = await createTestApp({ identity: 'real' })
    await auth.post('register', chief)
    await auth.prove(1)
    return auth
  }

  it('is given until a day, changed, listed and taken', async () => {
    const auth = await withPerson()
    const until = await run(auth, 'grant', email, 'organizer', '--until', '2026-11-30')
    expect([until.code, until.lines[0]]).toEqual([
      0,
      expect.stringMatching(
        /^ada@example.org is now organizer until the end of 2026-11-30\. A person who had no role before signs in/,
      ),
    ])
    expect((await run(auth, 'list')).lines).toEqual([
      'There is no admin yet. Create one with: npm run admin -- grant you@example.org',
      `1\t${email}\torganizer until 2026-12-01T05:00:00.000Z`,
    ])
    expect((await run(auth, 'grant', email, 'organizer')).code).toBe(0)
    expect((await run(auth, 'grant', email, 'organizer')).lines).toEqual([`${email} is organizer already.`])
    expect((await run(auth, 'revoke', email, 'organizer')).lines).toEqual([`${email} is no longer organizer.`])
    expect((await run(auth, 'revoke', email, 'organizer')).lines).toEqual([`${email} is not organizer.`])
    expect((await auth.log.readStream('user-1')).map(({ type }) => type).slice(2)).toEqual([
      'StaffRoleGranted',
      'StaffRoleGranted',
      'StaffRoleRevoked',
    ])
  })

  it('of the campaign’s own is given by its name or its key, and listed by its name until it is removed', async () => {
    const auth = await withPerson()
    const desk = { name: 'Prayer desk', rights: ['console', 'prayers'], reason: null } as const
    await auth.handle(staffSets, staffSetStream, { type: 'DefineStaffSet', data: desk }, systemContext())
    await applyStaffSets(auth)
    const [line] = (await run(auth, 'grant', email, 'prayer desk')).lines
    expect(line).toMatch(/^ada@example.org is now prayer desk\./)
    expect((await run(auth, 'grant', email, 'set-1')).lines).toEqual([`${email} is set-1 already.`])
    expect((await run(auth, 'list')).lines.at(-1)).toBe(`1\t${email}\tPrayer desk (set-1)`)
    const removal = { type: 'RemoveStaffSet', data: { setId: 1, reason: 'Closed.' } } as const
    await auth.handle(staffSets, staffSetStream, removal, systemContext())
    await applyStaffSets(auth)
    expect((await run(auth, 'list')).lines.at(-1)).toBe(`1\t${email}\tno role any more`)
    expect((await run(auth, 'revoke', email, 'set-1')).lines).toEqual([`${email} is no longer set-1.`])
  })

  it.each([
    [['grant', email, 'organizer', '--event', '12'], 'There is no event 12.'],
    [['grant', email, 'caller'], 'There is no role “caller”.'],
    [['grant', email, 'set-1'], 'This role was removed. Choose another one.'],
    [['grant', email, 'organizer', '--until', '2026-11-02'], 'The last day of a role must be today or later.'],
    [
      ['grant', 'new@example.org', 'editor'],
      'There is no account for new@example.org: the person has to register first.',
    ],
  ])('is refused with a sentence: %j', async (words, line) => {
    expect(await run(await withPerson(), ...words)).toEqual({ code: 1, lines: [line] })
  })

  it.each([
    ['grant', email, 'admin', '--until', '2026-11-30'],
    ['grant', email, 'organizer', '--until'],
    ['grant', email, 'organizer', '--until', '2026-11-31'],
    ['grant', email, 'organizer', '--event', '1.5'],
    ['grant', email, 'organizer', '--until', '2026-11-30', '--until', '2027-11-30'],
    ['grant', email, 'organizer', '--for', 'ever'],
    ['revoke', email],
    ['revoke', email, 'organizer', '--until', '2026-11-30'],
  ])('explains itself: %s %s %s %s %s', async (...words) => {
    expect((await run(await withPerson(), ...words)).code).toBe(2)
  })
})

it('restores rights that are in the log but missing in the table', async () => {
  const auth = await createTestApp({ identity: 'real' })
  await auth.post('register', ada)
  await auth.prove(1)
  await run(auth, 'grant', email)
  await auth.database.pool.query('UPDATE app.accounts SET is_admin = false, rights_revision = -1')
  expect((await run(auth, 'grant', email)).code).toBe(0)
  expect(await auth.accounts.hasActiveAdmin()).toBe(true)
  expect((await auth.eventTypes()).filter((type) => type === 'AdminGranted')).toHaveLength(1)
})

it('changes the key of the seals, with the fingerprint of the one before if there is one', async () => {
  const auth = await createTestApp({ identity: 'real' })
  const asked: (string | undefined)[] = []
  const changeSealKey = async (replaced: string | undefined) => {
    asked.push(replaced)
    return 0 as const
  }
  expect(await run({ ...auth, changeSealKey }, 'seal-key')).toEqual({ code: 0, lines: [] })
  await run({ ...auth, changeSealKey }, 'seal-key', 'SHA256:abc')
  expect(asked).toEqual([undefined, 'SHA256:abc'])
  expect(await run({ ...auth, changeSealKey }, 'seal-key', 'SHA256:abc', 'more')).toMatchObject({ code: 2 })
})

it('prints a link for an address without an account', async () => {
  const auth = await createTestApp({ identity: 'real' })
  const { code, lines } = await run(auth, 'grant', email)
  expect([code, lines[1]]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/setup\?token=/)])
  const token = tokenIn(lines[1])
  const answer = await auth.post('first-admin', { token, ...ada, password: 'a long engine no. 9' })
  expect(answer.json().user.isAdmin).toBe(true)
})

it('invites the owner of an address that another person registered without proving it', async () => {
  const auth = await createTestApp({ identity: 'real' })
  await auth.post('register', ada)
  const { code, lines } = await run(auth, 'grant', email)
  expect([code, lines[1]]).toEqual([0, expect.stringContaining('/setup?token=')])
  expect(lines).toHaveLength(2)
  expect(await auth.accounts.hasActiveAdmin()).toBe(false)
})

it('records an invitation as an act of the server, without its link', async () => {
  const auth = await createTestApp({ identity: 'real' })
  const { lines } = await run(auth, 'grant', email)
  const [event] = await auth.decode(await auth.log.readAll(null, 10))
  expect(event).toMatchObject({
    type: 'AdminInvited',
    data: { email },
    metadata: { actor: { kind: 'system', tool: 'admin' } },
  })
  expect(JSON.stringify(event)).not.toContain(tokenIn(lines[1] ?? null).split('.')[2])
})

it('emails the invitation where there is a mail server, and reports a failure', async () => {
  const auth = await createTestApp({ identity: 'real' })
  const mails: [string, { token: string; hours: number }][] = []
  mailInvitation = async (...mail) => void mails.push(mail)
  const { lines } = await run(auth, 'grant', email)
  expect(mails).toEqual([[email, { token: tokenIn(lines[1]), hours: 24 }]])
  expect(lines[2]).toBe(`The invitation was also mailed to ${email}.`)
  mailInvitation = () => Promise.reject(new Error('no server'))
  expect((await run(auth, 'grant', email)).lines[2]).toMatch(/^The invitation could not be mailed/)
})

it('does not make a banned person an admin', async () => {
  const auth = await createTestApp({ identity: 'real' })
  await auth.post('register', ada)
  await auth.database.pool.query('UPDATE app.accounts SET is_banned = true')
  expect(await run(auth, 'grant', email)).toEqual({ code: 1, lines: [`${email} is banned; undo that first.`] })
})

it('erases a person, but not an admin', async () => {
  const auth = await createTestApp({ identity: 'real' })
  await auth.post('register', ada)
  await auth.prove(1)
  await run(auth, 'grant', email)
  const refused = 'An administrator cannot be erased. Remove their admin rights first.'
  expect(await run(auth, 'erase', email)).toEqual({ code: 1, lines: [refused] })

  const other = 'other@example.org'
  const cookie = sessionOf(await auth.post('register', { ...ada, email: other }))
  expect(await run(auth, 'erase', other)).toEqual({
    code: 0,
    lines: [`All personal data of ${other} has been erased.`],
  })
  expect((await auth.status(cookie)).json().isAuthenticated).toBe(false)
  expect(await run(auth, 'erase', other)).toEqual({ code: 1, lines: [`There is no data about ${other}.`] })
})

describe('containment', () => {
  it.each([
    ['demote', 'is no longer an admin, and is signed out everywhere.', 'AdminRevoked', 'is not an admin.'],
    ['end-sessions', 'is signed out everywhere.', 'UserSessionsEnded', 'is signed in nowhere.'],
  ])('%s of an admin counts at the next request', async (command, said, event, saidAgain) => {
    const office = await createOffice()
    const ruth = await office.signUpAdmin('Ruth')
    expect((await office.as(ruth, 'GET', 'users')).statusCode).toBe(200)
    expect(await run(office, command, ruth.email)).toEqual({ code: 0, lines: [`${ruth.email} ${said}`] })
    expect((await office.as(ruth, 'GET', 'users')).statusCode).toBe(401)
    expect(await run(office, command, ruth.email)).toEqual({ code: 0, lines: [`${ruth.email} ${saidAgain}`] })
    expect((await office.typesOf(ruth.id)).at(-1)).toBe(event)
  })

  it.each([
    ['ban', 'is banned, and signed out everywhere.', 'unban', 'is no longer banned.'],
    ['deactivate', 'is deactivated, and signed out everywhere.', 'reactivate', 'is active again.'],
  ])('%s closes the account until %s', async (close, closed, open, opened) => {
    const office = await createOffice()
    const ruth = await office.signUp('Ruth')
    expect(await run(office, close, ruth.email)).toEqual({ code: 0, lines: [`${ruth.email} ${closed}`] })
    expect(await office.isSignedIn(ruth)).toBe(false)
    expect((await office.login(ruth.email)).statusCode).toBe(403)
    expect(await run(office, open, ruth.email)).toEqual({ code: 0, lines: [`${ruth.email} ${opened}`] })
    expect((await office.login(ruth.email)).statusCode).toBe(200)
  })

  it('keeps the reason of a ban, and is in the log of actions', async () => {
    const office = await createOffice()
    const ruth = await office.signUp('Ruth')
    await run(office, 'ban', ruth.email, 'Sells', 'watches')
    expect((await office.login(ruth.email)).json().message).toContain('Reason: Sells watches.')
    await office.allProjected()
    const { actions } = await office.get('actions')
    const ban = { action: expect.stringMatching(/ban/i), details: expect.objectContaining({ event: 'UserBanned' }) }
    expect(actions).toContainEqual(expect.objectContaining(ban))
  })

  it('follows the rules of the domain', async () => {
    const office = await createOffice()
    const { email } = office.admin
    const last = 'This is the last active administrator. Make someone else an administrator first.'
    expect(await run(office, 'demote', email)).toEqual({ code: 1, lines: [last] })
    const first = 'An administrator cannot be banned. Remove their admin rights first.'
    expect(await run(office, 'ban', email)).toEqual({ code: 1, lines: [first] })
    expect((await run(office, 'ban', 'nobody@example.org')).lines).toEqual([
      'There is no account for nobody@example.org.',
    ])
  })
})

it('prints its usage for anything else', async () => {
  const auth = await createTestApp({ identity: 'real' })
  for (const words of [
    ['grant'],
    ['grant', 'not-an-address'],
    ['list', 'x'],
    ['erase', 'a@b.c', 'more'],
    ['demote'],
    ['unban', 'a@b.c', 'x'],
    ['toString', 'a@b.c'],
  ])
    expect(await run(auth, ...words)).toEqual({
      code: 2,
      lines: [usage, `This is no command, or not all that it needs: ${words.join(' ')}`],
    })
  for (const words of [[], ['help'], ['--help']]) expect(await run(auth, ...words)).toEqual({ code: 2, lines: [usage] })
})

it('a lost passkey is removed with the rest of the second factor, and recorded', async () => {
  const auth = await withPasskey()
  await auth.post('second-factor/turn-on/passkeys', undefined, { headers: { cookie: auth.cookie } })
  const { code, lines } = await run(auth, 'reset-second-factor', email)
  expect([code, lines[0]]).toEqual([0, expect.stringContaining('their passkeys are removed')])
  expect((await auth.signIn(auth.passkey)).statusCode).toBe(400)
  expect((await auth.post('login', { email, password: ada.password })).json().user.id).toBe(1)
  expect((await auth.eventTypes()).slice(-2)).toEqual(['SecondFactorReset', 'PasskeyRemoved'])
})

it('a passkey alone can be reset too', async () => {
  const auth = await withPasskey()
  expect((await run(auth, 'reset-second-factor', email)).code).toBe(0)
  expect(await run(auth, 'reset-second-factor', email)).toEqual({
    code: 1,
    lines: [`${email} has no two-step sign-in and no passkey.`],
  })
})
