import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantAdmin, grantRight } from '../../backend/commands/auth/rights.ts'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { type Account, type AccountApp, createAccountApp } from '../support/app/account.ts'
import { filesWith } from '../support/app/canaries.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
let admin: Account
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
  admin = await app.account('ada@example.org', app.firstAdminToken)
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const path = '/api/profile/deletion'
const hours = (count: number) => new Date(Date.now() + count * 3600 * 1000)
const dueOf = async ({ ask }: Account): Promise<string | null> => (await ask('GET', path)).json().dueAt
const isOf = (data: unknown, userId: number) => JSON.stringify(data).includes(`"userId":${userId},`)
const prove = ({ id: userId }: Account) =>
  app.core.handle(users, userStream(userId), { type: 'VerifyUserEmail', data: { userId } } as const, systemContext())
const request = ({ ask, email }: Account) => ask('POST', path, { email })

describe('deleting an account', () => {
  it('is scheduled once, for 24 hours later, and can be cancelled', async () => {
    const ruth = await app.account()
    expect(await dueOf(ruth)).toBeNull()
    const earliest = hours(24)
    const answer = await ruth.ask('POST', path, { email: ruth.email.toUpperCase() })
    expect(answer.statusCode).toBe(202)
    const { dueAt }: { dueAt: string } = answer.json()
    expect(new Date(dueAt).getTime()).toBeGreaterThanOrEqual(earliest.getTime())
    expect(new Date(dueAt).getTime()).toBeLessThanOrEqual(hours(24).getTime())
    expect((await request(ruth)).json()).toEqual({ dueAt })
    expect(await dueOf(ruth)).toBe(dueAt)

    for (let time = 1; time <= 2; time++) expect((await ruth.ask('DELETE', path)).statusCode).toBe(204)
    expect(await dueOf(ruth)).toBeNull()
    await app.eraseDue(hours(48))
    expect((await ruth.user()).email).toBe(ruth.email)
  })

  it('requires the email address of the account', async () => {
    const ruth = await app.account()
    for (const body of [{ email: 'ada@example.org' }, { email: '' }, {}, { email: ruth.email, now: true }]) {
      const answer = await ruth.ask('POST', path, body)
      expect(answer.statusCode).toBe(400)
    }
    expect((await ruth.ask('POST', path, { email: 'ada@example.org' })).json()).toEqual({
      message: 'This is not the email address of your account.',
      errors: [{ path: 'email', message: 'This is not the email address of your account.' }],
    })
    expect(await dueOf(ruth)).toBeNull()
  })

  it('does not happen a minute too early', async () => {
    const ruth = await app.account()
    await request(ruth)
    await app.eraseDue(hours(23.9))
    expect((await ruth.user()).email).toBe(ruth.email)
  })

  it('notifies the owner by email, with a link to keep the account', async () => {
    const ruth = await app.account()
    await request(ruth)
    const mails = async () =>
      (await app.http.inject('/dev/mail')).body.includes('will be deleted') &&
      (await filesWith(join(app.dataDir, 'outbox'), ruth.email))
    await expect.poll(mails).toHaveLength(2) // with the welcome to the new account
  })

  it('is rejected for a person who becomes an administrator at that moment, and not started either', async () => {
    const ruth = await app.account()
    const early = await app.account()
    await request(early)
    for (const one of [ruth, early]) await prove(one)
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const asked = { by: null, activeAdmins: 1, now: new Date().toISOString() }
    const granting = app.core.accounts.oneRightsDecision(async () => {
      reached.resolve()
      await gate.promise
      for (const { id } of [ruth, early]) await grantRight(app.core, id, asked, systemContext())
    })
    await reached.promise
    const [requesting, erasing] = [request(ruth), app.eraseDue(hours(25))]
    // Both would be over by now, did they not wait for the grant.
    await app.account()
    gate.resolve()
    await granting
    expect((await requesting).statusCode).toBe(409)
    await erasing
    expect((await app.core.accounts.byId(early.id))?.isAdmin).toBe(true)
    expect((await app.events('AccountDeletionStarted')).filter(({ data }) => isOf(data, early.id))).toEqual([])
  })

  it('is rejected for an administrator, and cancelled for a person who has become one', async () => {
    const answer = await request(admin)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Administrator accounts cannot be deleted. Ask another administrator to remove your admin rights first.',
    ])
    const ruth = await app.account()
    await request(ruth)
    await prove(ruth)
    await grantAdmin(app.core, ruth.id, systemContext())
    await app.eraseDue(hours(25))
    expect((await app.events('AccountDeletionCancelled')).filter(({ data }) => isOf(data, ruth.id))).toHaveLength(1)
    expect((await app.core.accounts.byId(ruth.id))?.isAdmin).toBe(true)
  })
})
