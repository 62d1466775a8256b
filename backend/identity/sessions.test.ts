import { expect, it } from 'vitest'
import { createTestApp } from '../../test/support/app/app.ts'
import { chief as ada, sessionOf } from '../../test/support/app/real-identity.ts'

const month = 30 * 24 * 3600
const halfDay = 12 * 3600
const adminRights = { isAdmin: true, isActive: true, ban: null }

async function signedIn({ isAdmin }: { isAdmin: boolean }) {
  const auth = await createTestApp({ identity: 'real' })
  await auth.post('register', ada)
  if (isAdmin) await auth.accounts.setRights(1, 1, adminRights)
  const cookie = sessionOf(await auth.post('login', { email: ada.email, password: ada.password }))
  const seenAgo = (interval: string) =>
    auth.database.pool.query('UPDATE app.sessions SET last_seen_at = now() - $1::interval WHERE user_id = 1', [
      interval,
    ])
  const secondsLeft = async () => {
    const sql =
      'SELECT round(extract(epoch FROM expires_at - now()))::int AS left FROM app.sessions ORDER BY created_at DESC'
    return (await auth.database.pool.query<{ left: number }>(sql)).rows[0]?.left
  }
  return { ...auth, cookie, seenAgo, secondsLeft }
}

it.each([
  { isAdmin: false, due: '61 minutes', early: '59 minutes', seconds: month },
  { isAdmin: true, due: '61 seconds', early: '50 seconds', seconds: halfDay },
])('renews row and cookies of an active session, but not on every request (admin: $isAdmin)', async (role) => {
  const { status, cookie, seenAgo, secondsLeft, database } = await signedIn(role)
  await database.pool.query("UPDATE app.sessions SET expires_at = now() + interval '1 hour'")
  await seenAgo(role.early)
  expect((await status(cookie)).cookies).toEqual([])
  expect(await secondsLeft()).toBeLessThanOrEqual(3600)
  await seenAgo(role.due)
  const answer = await status(cookie)
  expect(sessionOf(answer)).toBe(cookie)
  expect(answer.cookies.map(({ maxAge }) => maxAge)).toEqual([role.seconds, role.seconds])
  expect(await secondsLeft()).toBeGreaterThan(role.seconds - 60)
})

it('expires, and for admins after 12 hours without a visit', async () => {
  const user = await signedIn({ isAdmin: false })
  await user.seenAgo('13 hours')
  expect((await user.status(user.cookie)).json().isAuthenticated).toBe(true)
  await user.database.pool.query("UPDATE app.sessions SET expires_at = now() - interval '1 second'")
  expect((await user.status(user.cookie)).json().isAuthenticated).toBe(false)

  const admin = await signedIn({ isAdmin: true })
  await admin.seenAgo('12 hours 1 second')
  expect((await admin.status(admin.cookie)).json().isAuthenticated).toBe(false)
})

it.each([
  { isAdmin: false, last: '89 days 23 hours', over: '90 days 1 second' },
  { isAdmin: true, last: '23 hours', over: '24 hours 1 second' },
])('ends for good after $over, however active (admin: $isAdmin)', async ({ isAdmin, last, over }) => {
  const { status, cookie, seenAgo, database } = await signedIn({ isAdmin })
  const startedAgo = (interval: string) =>
    database.pool.query('UPDATE app.sessions SET created_at = now() - $1::interval', [interval])
  await seenAgo('2 hours')
  await startedAgo(last)
  const answer = await status(cookie)
  expect(answer.json().isAuthenticated).toBe(true)
  // Renewed, but not beyond the end.
  const ends = 'SELECT extract(epoch FROM min(expires_at) - now())::int AS left FROM app.sessions'
  expect((await database.pool.query<{ left: number }>(ends)).rows[0]?.left).toBeLessThanOrEqual(3600)
  for (const { maxAge } of answer.cookies) expect(maxAge).toBeLessThanOrEqual(3600)
  await database.pool.query("UPDATE app.sessions SET expires_at = now() + interval '1 hour'")
  await startedAgo(over)
  expect((await status(cookie)).json().isAuthenticated).toBe(false)
})

it('leaves no expired rows behind', async () => {
  const { post, database } = await signedIn({ isAdmin: false })
  await database.pool.query("UPDATE app.sessions SET expires_at = now() - interval '1 second'")
  await post('login', { email: ada.email, password: ada.password })
  expect((await database.pool.query('SELECT 1 FROM app.sessions')).rowCount).toBe(1)
})

it('can be ended everywhere at once', async () => {
  const { sessions, status, cookie } = await signedIn({ isAdmin: false })
  await sessions.endAllOf(1, { reason: 'operator' })
  expect((await status(cookie)).json().isAuthenticated).toBe(false)
})

it('applies a right once; a late event changes nothing', async () => {
  const { accounts, status, cookie } = await signedIn({ isAdmin: true })
  await accounts.setRights(1, 1, adminRights)
  expect((await status(cookie)).json().user.isAdmin).toBe(true)
})
