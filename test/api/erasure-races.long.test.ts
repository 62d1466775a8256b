import { expect, it } from 'vitest'
import { grantAdmin } from '../../backend/commands/auth/rights.ts'
import type { AuthTools } from '../../backend/commands/auth/tools.ts'
import { eraseDueAccounts } from '../../backend/commands/users/due-deletions.ts'
import { erasePerson } from '../../backend/commands/users/erasures.ts'
import { accountDeletionStream } from '../../backend/domain/accounts/account-deletions.ts'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { choiceOf } from '../../backend/read-model/email-segments.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { tablesWith } from '../support/app/canaries.ts'
import { signUpAt, strongPassword } from '../support/app/sign-up.ts'
import { heldBack } from '../support/held-back.ts'
import { noFiles } from '../support/no-files.ts'

const [before, after] = ['ruth.before@example.org', 'ruth.after@example.org']

/** `during` runs in the middle of the function that `wrap` replaces. */
async function withAdmin(wrap: (tools: AuthTools, interrupt: () => Promise<void>) => Partial<AuthTools> = () => ({})) {
  let pending: (() => Promise<unknown>) | null = null
  async function interrupt() {
    const now = pending
    pending = null
    await now?.()
  }
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    overrides: { signIn: (real) => ({ ...real, ...wrap({ ...real, siteName: 'Campaign' }, interrupt) }) },
  })
  const admin = await signUpAt(app, 'admin@example.org', app.firstAdminToken)
  const post = (url: string, payload: object, cookie = '') =>
    app.http.inject({
      method: 'POST',
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
      payload,
    })
  return {
    ...app,
    admin,
    post,
    register: (email: string) =>
      post('/api/auth/register', { email, password: strongPassword, firstName: 'Ruth', lastName: 'Moab' }),
    /** Erases as the admin, and waits for the reactors. */
    async erase(email: string) {
      expect((await post('/api/admin/erasures', { email }, admin)).json()).toEqual({ erased: true })
      await reactorsThrough(app)
      await allProjected(app)
    },
    during<Answer>(asked: () => Promise<Answer>, happens: () => Promise<unknown>) {
      pending = happens
      return asked()
    },
  }
}

/** Also waits for what they append themselves. */
async function reactorsThrough({ core, database }: Product) {
  const isThrough = async () => {
    const head = await core.log.head()
    const { rows } = await database.pool.query<{ position: string | null }>(
      'SELECT position FROM app.reactor_checkpoints',
    )
    return rows.every(({ position }) => position === head)
  }
  await expect.poll(isThrough, { timeout: 10_000 }).toBe(true)
}

/** A link that moves the account to the new address. */
async function linkFor({ core }: Product, email: string) {
  const account = await core.accounts.byEmailHash(core.subjects.emailHash(before))
  const userId = account?.userId ?? 0
  return core.tokens.issue('email-change', { seconds: 60, emailHash: core.subjects.emailHash(email), email, userId })
}

it('an address that is being registered while its person is erased leaves no trace, and can register again', async () => {
  const app = await withAdmin(({ subjects }, interrupt) => ({
    subjects: {
      ...subjects,
      async forEmail(email) {
        const subject = await subjects.forEmail(email)
        await interrupt()
        return subject
      },
    },
  }))
  await app.post('/api/email-signup', { email: before })
  const answer = await app.during(
    () => app.register(before),
    () => app.erase(before),
  )
  expect(answer.statusCode).toBe(409)
  expect(await tablesWith(app.database.pool, before)).toEqual([])
  expect((await app.register(before)).statusCode).toBe(201)
})

const changing = ({ handle }: AuthTools, interrupt: () => Promise<void>): Partial<AuthTools> => ({
  async handle(decider, stream, command, ...rest) {
    if (command.type === 'ChangeUserEmail') await interrupt()
    return handle(decider, stream, command, ...rest)
  },
})

it('an account that moves to another address right after its person was erased is erased there too', async () => {
  const app = await withAdmin(changing)
  const cookie = await signUpAt(app, before)
  const token = await linkFor(app, after)
  await app.during(
    () => app.post('/api/auth/email-change/verify', { token }, cookie),
    () => app.erase(before),
  )
  await reactorsThrough(app)
  await allProjected(app)
  expect(await tablesWith(app.database.pool, after)).toEqual([])
  expect((await app.register(after)).statusCode).toBe(201)
})

it('an address is free again when its account was deleted before it could move there', async () => {
  const app = await withAdmin(changing)
  const cookie = await signUpAt(app, before)
  const account = await app.core.accounts.byEmailHash(app.core.subjects.emailHash(before))
  const token = await linkFor(app, after)
  const url = `/api/admin/users/${account?.userId}`
  const headers = { cookie: app.admin, 'sec-fetch-site': 'same-origin' }
  const answer = await app.during(
    () => app.post('/api/auth/email-change/verify', { token }, cookie),
    () => app.http.inject({ method: 'DELETE', url, headers }),
  )
  expect(answer.statusCode).toBe(404)
  expect((await app.register(after)).statusCode).toBe(201)
})

it('an account that moves to another address while its person is being erased is erased there too', async () => {
  const app = await withAdmin()
  const cookie = await signUpAt(app, before)
  const account = await app.core.accounts.byEmailHash(app.core.subjects.emailHash(before))
  const token = await linkFor(app, after)
  let isMoved = false
  // After everything under the account was collected.
  const forgetMail = async () => {
    if (!isMoved) expect((await app.post('/api/auth/email-change/verify', { token }, cookie)).statusCode).toBe(200)
    isMoved = true
  }
  const tools = { ...app.core, knex: app.database.knex, ...noFiles, forgetMail }
  await erasePerson(tools, { userId: account?.userId ?? 0 }, systemContext())
  await reactorsThrough(app)
  await allProjected(app)
  expect(await tablesWith(app.database.pool, after)).toEqual([])
  expect((await app.register(after)).statusCode).toBe(201)
})

it('a person who is erased while the recipients of an email campaign are being listed is not on the list', async () => {
  const app = await withAdmin()
  await app.post('/api/email-signup', { email: before, firstName: 'Ruth' })
  await allProjected(app)
  const draft = {
    campaignId: 1,
    kind: 'composed' as const,
    name: 'News',
    subject: 'News',
    preheader: '',
    body: 'Hello',
    segmentIds: ['newsletter-subscribers' as const],
    purpose: null,
    replyTo: null,
    writtenBy: 1,
  }
  const list = await heldBack(
    app.database.pool,
    'LOCK TABLE app.campaign_left_out IN ACCESS EXCLUSIVE MODE',
    () =>
      app.emailCampaignSending.makeList({ draft, choice: choiceOf(['newsletter-subscribers'], { at: new Date() }) }),
    () => app.erase(before),
  )
  expect(list.recipients).toBe(1)
  expect(await tablesWith(app.database.pool, before)).toEqual([])
})

it('a person made an admin while their account is being deleted keeps it, and does not block other deletions', async () => {
  const app = await withAdmin()
  const { core, database } = app
  const ids: number[] = []
  for (const email of [before, after]) {
    const cookie = await signUpAt(app, email)
    expect((await app.post('/api/profile/deletion', { email }, cookie)).statusCode).toBe(202)
    ids.push((await core.accounts.byEmailHash(core.subjects.emailHash(email)))?.userId ?? 0)
  }
  const [promoted = 0, other = 0] = ids
  const verify = { type: 'VerifyUserEmail', data: { userId: promoted } } as const
  await core.handle(users, userStream(promoted), verify, systemContext())
  // A grant that began with the deletion: it is decided after the deletion started, and before the erasure.
  let granting: Promise<unknown> | null = null
  const handle: typeof core.handle = async (decider, stream, command, ...rest) => {
    const handled = await core.handle(decider, stream, command, ...rest)
    if (stream === accountDeletionStream(promoted)) granting = grantAdmin(core, promoted, systemContext())
    return handled
  }
  async function isActiveAdmin(subject: string) {
    await granting
    return core.accounts.isActiveAdmin(subject)
  }
  const due = new Date(Date.now() + 25 * 3_600_000)
  const tools = { ...core, accounts: { ...core.accounts, isActiveAdmin }, handle, knex: database.knex, ...noFiles }
  const run = eraseDueAccounts({ ...tools, rights: core }, due)
  await expect(run).rejects.toThrow('An administrator cannot be erased.')
  expect(await core.accounts.byId(promoted)).toMatchObject({ isAdmin: true })
  expect(await core.accounts.byId(other)).toBeNull()
})
