import { expect, it } from 'vitest'
import type { Mail } from '../../backend/mail/mailer.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt, strongPassword } from '../support/app/sign-up.ts'

const tags = [1, 2, 3, 4, 5, 6, 7]

it('an inbox that proved no address gets five notices a day, a proved address gets all', async () => {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} }
  const app = await createTestApp({ identity: 'real', log: 'postgres', overrides: { mailer } })
  const emails = ['ruth', 'naomi'].flatMap((name) => tags.map((tag) => `${name}+${tag}@example.org`))
  for (const email of emails) await signUpAt(app, email)
  await app.database.pool.query(`UPDATE app.accounts SET is_email_verified = true WHERE email LIKE 'naomi%'`)
  for (const email of emails) {
    const payload = { email, password: strongPassword, firstName: 'A', lastName: 'B' }
    const again = await app.http.inject({ method: 'POST', url: '/api/auth/register', payload })
    expect(again.statusCode).toBe(409)
  }
  // Waits for the notices that are on their way.
  await app.http.close()
  const to = (name: string) => mails.filter((mail) => mail.to.startsWith(name)).length
  expect([to('ruth'), to('naomi')]).toEqual([5, 7])
})
