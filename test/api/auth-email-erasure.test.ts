import { expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'

const [before, after] = ['ruth.before@example.org', 'ruth.after@example.org']

it('a person who changed address is erased under both', async () => {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything' })
  const admin = await signUpAt(app, 'admin@example.org', app.firstAdminToken)
  const cookie = await signUpAt(app, before)
  const post = (url: string, as: string, payload: object) =>
    app.http.inject({ method: 'POST', url, headers: { cookie: as, 'sec-fetch-site': 'same-origin' }, payload })

  const account = await app.core.accounts.byEmailHash(app.core.subjects.emailHash(before))
  const emailHash = app.core.subjects.emailHash(after)
  const link = { seconds: 60, emailHash, email: after, userId: account?.userId ?? 0 }
  const token = await app.core.tokens.issue('email-change', link)
  const moved = await post('/api/auth/email-change/verify', cookie, { token })
  expect(moved.json().user.email).toBe(after)
  const shown = () => app.database.pool.query('SELECT email FROM read.users WHERE id = $1', [account?.userId])
  expect((await shown()).rows).toEqual([{ email: after }])

  expect((await post('/api/admin/erasures', admin, { email: after })).json()).toEqual({ erased: true })
  expect((await shown()).rows).toEqual([{ email: 'erased@erased.invalid' }])
  expect(await app.core.accounts.byId(account?.userId ?? 0)).toBeNull()
  const { rows } = await app.database.pool.query(
    `SELECT changes, personal FROM read.history WHERE topic = 'users' AND item_id = $1`,
    [account?.userId],
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('ruth')
})
