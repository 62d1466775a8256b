import { describe, expect, it } from 'vitest'
import type { AuthTools } from '../../backend/commands/auth/tools.ts'
import { accountRepairs } from '../../backend/commands/users/account-repairs.ts'
import type { UserEvent } from '../../backend/domain/accounts/users.ts'
import { createCodec } from '../../backend/kernel/eventlog/codec.ts'
import { accountsReactor } from '../../backend/reactors/accounts.ts'
import { personalFields } from '../../backend/topics/index.ts'
import { campaign } from '../../contract/campaign.ts'
import { type AccountsApp, createTestApp } from '../support/app/app.ts'
import { forgetKey } from '../support/app/forget-key.ts'
import { ada, sessionOf } from '../support/app/real-identity.ts'
import { noFiles } from '../support/no-files.ts'

const taken = { message: 'An account with this email already exists. Try signing in or use a magic link.' }
const key = (value: string) => ({ headers: { 'idempotency-key': value } })

describe('registering', () => {
  it('creates an account and signs in immediately, with names the projector has not seen yet', async () => {
    const { post, status, eventTypes } = await createTestApp({ identity: 'real' })
    const answer = await post('register', ada)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().user).toMatchObject({
      id: 1,
      email: ada.email,
      firstName: 'Ada',
      lastName: 'Byron',
      isAdmin: false,
      isActive: true,
      isBanned: false,
      isEmailVerified: false,
    })
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered'])
  })

  it('keeps the password, its hashes and the address out of the log', async () => {
    const { post, log, accounts } = await createTestApp({ identity: 'real' })
    const answer = await post('register', ada)
    const everything = JSON.stringify([await log.readStream('user-1'), await log.readStream('user-2')])
    const { passwordHash } = (await accounts.byId(1)) ?? {}
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$/)
    for (const secret of [ada.password, ada.email, 'Byron', passwordHash ?? '', sessionOf(answer).slice(8)])
      expect(everything).not.toContain(secret)
  })

  it('rejects a taken address, ignoring case, and notifies its owner once a day', async () => {
    const { post, sent, eventTypes } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    for (const email of ['ada@example.org', 'ADA@EXAMPLE.ORG']) {
      const answer = await post('register', { ...ada, email, password: 'somebody else' })
      expect([answer.statusCode, answer.json()]).toEqual([409, taken])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(sent).toEqual([{ kind: 'accountExists', to: 'ada@example.org', about: null }])
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered'])
  })

  it.each([
    ['short12', 'Use at least 8 characters.'],
    ['🗝️🗝️🗝️', 'Use at least 8 characters.'],
    ['x1'.repeat(65), 'Use at most 128 characters.'],
    ['Password123!', 'This password is too common. Choose one that is harder to guess.'],
    [
      `${campaign.candidate}2026`,
      'This password is mostly the name of this campaign, which others try first. Choose one that has nothing to do with it.',
    ],
  ])('rejects the password %j', async (password, message) => {
    const { post, eventTypes } = await createTestApp({ identity: 'real' })
    const answer = await post('register', { ...ada, password })
    expect([answer.statusCode, answer.json()]).toEqual([400, { message, errors: [{ path: 'password', message }] }])
    expect(await eventTypes()).toEqual([])
  })

  it('creates exactly one account for five simultaneous spellings of one address', async () => {
    const { post, eventTypes, database } = await createTestApp({ identity: 'real' })
    const spellings = ['ada@example.org', 'Ada@example.org', 'ADA@example.org', 'ada@Example.org', 'ada@EXAMPLE.ORG']
    const answers = await Promise.all(
      spellings.map((email, n) => post('register', { ...ada, email, password: `engine no. ${n}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
    const winner = answers.findIndex(({ statusCode }) => statusCode === 201)
    expect((await database.pool.query('SELECT email FROM app.accounts')).rows).toEqual([{ email: spellings[winner] }])
    expect((await database.pool.query('SELECT 1 FROM app.sessions')).rowCount).toBe(1)
    expect((await eventTypes()).filter((type) => type === 'UserRegistered')).toHaveLength(1)
    expect((await post('login', { email: ada.email, password: `engine no. ${winner}` })).statusCode).toBe(200)
  })

  it('answers a retry with the same Idempotency-Key like the first time, and another request with it with 422', async () => {
    const { post, eventTypes } = await createTestApp({ identity: 'real' })
    const first = await post('register', ada, key('one'))
    const second = await post('register', ada, key('one'))
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    for (const other of [{ email: 'other@example.org' }, { firstName: 'Augusta' }, { password: 'not the same' }])
      expect((await post('register', { ...ada, ...other }, key('one'))).statusCode).toBe(422)
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered'])
  })

  it('gives the address of an erased person to the next person who registers it, as a new account', async () => {
    const { post, accounts, ...core } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    const subject = (await core.subjects.find(ada.email)) ?? ''
    await forgetKey(core, subject)
    await accounts.erase(subject)
    const answer = await post('register', { ...ada, password: 'another person' })
    expect([answer.statusCode, answer.json().user.id]).toEqual([201, 2])
  })
})

const steps = ['ReserveEmail', 'claim', 'RegisterUser', 'confirm', 'session'] as const
type Step = (typeof steps)[number]

/** The process crashes right after this step, once. */
function dieAfter(step: Step) {
  let isArmed = true
  const pass = <T>(here: string, value: T): T => {
    if (here !== step || !isArmed) return value
    isArmed = false
    throw new Error('The process died here.')
  }
  return ({ handle, accounts, sessions, ...tools }: AuthTools): AuthTools => ({
    ...tools,
    handle: async (decider, stream, command, context, options) =>
      pass(command.type, await handle(decider, stream, command, context, options)),
    accounts: {
      ...accounts,
      claim: async (row) => pass('claim', await accounts.claim(row)),
      confirm: async (userId, claim) => pass('confirm', await accounts.confirm(userId, claim)),
    },
    sessions: { ...sessions, start: async (...words) => pass('session', await sessions.start(...words)) },
  })
}

/** Runs the reactor over everything in the log. */
async function catchUp(auth: AccountsApp): Promise<void> {
  const { log, subjects } = auth
  const { on } = accountsReactor({
    ...auth,
    reached: async () => true,
    ...accountRepairs({ ...auth, ...noFiles, knex: auth.database.knex }),
  })
  const codec = createCodec({ keys: subjects, personalFields, upcasters: {} })
  for (const event of await codec.decode<UserEvent>(await log.readStream('user-1'))) {
    if (event.type === 'UserRegistered') await on.UserRegistered(event)
    if (event.type === 'AdminGranted') await on.AdminGranted(event)
  }
}

describe.each(steps)('a registration that crashes after %s', (step) => {
  it('is completed by a retry', async () => {
    const { post, eventTypes, database } = await createTestApp({ identity: 'real', wrap: dieAfter(step) })
    expect((await post('register', ada, key('one'))).statusCode).toBe(503)
    const answer = await post('register', ada, key('one'))
    expect(answer.statusCode).toBe(201)
    expect(answer.json().user).toMatchObject({ id: 1, firstName: 'Ada' })
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered'])
    expect((await database.pool.query('SELECT 1 FROM app.accounts')).rowCount).toBe(1)
    expect((await post('login', { email: ada.email, password: ada.password })).statusCode).toBe(200)
  })

  it('keeps the address available, and never mixes one person’s name with another’s password', async () => {
    const auth = await createTestApp({ identity: 'real', wrap: dieAfter(step) })
    const { post, database, eventTypes } = auth
    await post('register', ada)
    await database.pool.query("UPDATE app.accounts SET claimed_at = now() - interval '31 seconds'")
    const later = { ...ada, password: 'another engine', firstName: 'Augusta' }
    const answer = await post('register', later)
    const isInTheLog = steps.indexOf(step) >= steps.indexOf('RegisterUser')
    expect(answer.statusCode).toBe(isInTheLog ? 409 : 201)
    await catchUp(auth)
    const winner = isInTheLog ? ada : later
    expect((await post('login', { email: ada.email, password: winner.password })).statusCode).toBe(200)
    expect((await eventTypes()).filter((type) => type === 'UserRegistered')).toHaveLength(1)
  })
})

describe('the accounts reactor', () => {
  it('restores a lost row without its password, but never that of an erased person', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const { post, database, accounts, subjects } = auth
    await post('register', ada)
    await database.pool.query('DELETE FROM app.accounts')
    await catchUp(auth)
    expect(await accounts.byId(1)).toMatchObject({ email: ada.email, isRegistered: true, passwordHash: null })

    const subject = (await subjects.find(ada.email)) ?? ''
    await forgetKey(auth, subject)
    await accounts.erase(subject)
    await catchUp(auth)
    expect(await accounts.byId(1)).toBeNull()
  })
})
