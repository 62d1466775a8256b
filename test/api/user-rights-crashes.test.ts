import { expect, it } from 'vitest'
import { decideAboutRights } from '../../backend/commands/auth/rights.ts'
import { eraseDeletedUsers } from '../../backend/commands/users/due-deletions.ts'
import { endExpiredBans } from '../../backend/commands/users/users.ts'
import { type UserCommand, userStream, users } from '../../backend/domain/accounts/users.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { usersToErase } from '../../backend/read-model/users.ts'
import { createOffice, type Office } from '../support/app/office.ts'

const now = () => new Date().toISOString()

/** The process dies right after the append. */
const appendOnly = ({ handle, admin }: Office, command: UserCommand) =>
  handle(users, userStream(command.data.userId), command, {
    ...systemContext(),
    actor: { kind: 'admin', id: admin.id },
  })
const asked = ({ admin }: Office) => ({ by: admin.id, activeAdmins: 2, now: now() })

it('an admin who is no longer one in the log can demote no one, whatever the row still says', async () => {
  const office = await createOffice()
  const boaz = await office.signUpAdmin('Boaz')
  await appendOnly(office, { type: 'RevokeAdmin', data: { userId: boaz.id, asked: asked(office) } })
  expect((await office.accounts.byId(boaz.id))?.isAdmin).toBe(true)
  const answer = await office.as(boaz, 'PUT', `users/${office.admin.id}`, { isAdmin: false })
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'Only administrators can do this.'])
  expect(await office.isSignedIn(boaz)).toBe(false)
  expect((await office.accounts.byId(boaz.id))?.isAdmin).toBe(false)
})

it('the same command again applies what the first one only appended', async () => {
  const office = await createOffice()
  const ruth = await office.signUp('Ruth')
  await appendOnly(office, {
    type: 'BanUser',
    data: { userId: ruth.id, reason: null, until: null, asked: asked(office) },
  })
  expect(await office.isSignedIn(ruth)).toBe(true)
  expect((await office.ban(ruth.id, { banned: true })).statusCode).toBe(200)
  expect(await office.isSignedIn(ruth)).toBe(false)
  expect(await office.typesOf(ruth.id)).toEqual(['UserRegistered', 'UserBanned'])
})

it('the timer completes an interrupted deletion', async () => {
  const office = await createOffice()
  const ruth = await office.signUp('Ruth')
  const { knex } = office.database
  await appendOnly(office, { type: 'DeleteUser', data: { userId: ruth.id, asked: asked(office) } })
  await expect.poll(() => usersToErase(knex)).toMatchObject([{ userId: ruth.id }])
  const tools = {
    ...office,
    knex,
    photos: { forget: async () => {} },
    forgetMail: async () => {},
    emailCampaignSending: { forget: async () => {} },
  }
  for (const _twice of [1, 2]) await eraseDeletedUsers(tools)
  await expect.poll(() => usersToErase(knex)).toEqual([])
  expect(await office.accounts.byId(ruth.id)).toBeNull()
  expect(await office.get(`users/${ruth.id}`)).toMatchObject({ isErased: true })
  expect((await office.eventTypes()).filter((type) => type === 'SubjectErased')).toHaveLength(1)
})

it('the system lifts an expired ban, once, and without ending later sessions', async () => {
  const office = await createOffice()
  const ruth = await office.signUp('Ruth')
  const until = new Date(Date.now() + 3_600_000)
  await office.ban(ruth.id, { banned: true, reason: 'Spam', until: until.toISOString() })
  await endExpiredBans(office, new Date())
  expect(await office.typesOf(ruth.id)).toEqual(['UserRegistered', 'UserBanned'])

  await office.database.pool.query('UPDATE app.accounts SET banned_until = now() WHERE user_id = $1', [ruth.id])
  const { cookies } = await office.login(ruth.email)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await Promise.all([1, 2].map(() => endExpiredBans(office, until)))
  expect(await office.typesOf(ruth.id)).toEqual(['UserRegistered', 'UserBanned', 'UserUnbanned'])
  expect(await office.accounts.byId(ruth.id)).toMatchObject({ isBanned: false, banReason: null, bannedUntil: null })
  expect(await office.isSignedIn({ cookie })).toBe(true)
  await expect
    .poll(async () => (await office.get(`history/users/${ruth.id}`)).at(-1))
    .toMatchObject({ type: 'UserUnbanned', changes: { why: 'expired' }, actor: { kind: 'system' } })
})

it('decisions about rights run one at a time, and are rejected when too many wait', async () => {
  const office = await createOffice()
  let running = 0
  let most = 0
  const decide = () =>
    decideAboutRights(office, { by: office.admin.id, now: now() }, async ({ activeAdmins }) => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      return activeAdmins
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, decide))
  expect(most).toBe(1)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(51)
  const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused?.reason.message).toBe(
    'Too many accounts are being changed right now. Please try again in a few seconds.',
  )
})
