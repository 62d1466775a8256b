import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('is rejected for an administrator, and cancelled for a person who has become one', async () => {
    const answer = await request(admin)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Administrator accounts cannot be deleted. Ask another administrator to remove your admin rights first.',
    ])
    const ruth = await app.account()
    await request(ruth)
    await app.database.pool.query('UPDATE app.accounts SET is_admin = true WHERE user_id = $1', [ruth.id])
    await app.eraseDue(hours(25))
    await expect.poll(() => dueOf(ruth)).toBeNull()
    expect((await ruth.user()).isAdmin).toBe(true)
  })
})
