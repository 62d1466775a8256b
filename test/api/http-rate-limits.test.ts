import { expect, it } from 'vitest'
import { layersOf, networkOf } from '../../backend/kernel/http/networks.ts'
import { createRateLimits } from '../../backend/kernel/http/rate-limits.ts'
import { accountBudgets, addressBudgets } from '../../contract/request-budgets.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { createNotesServer, fiveFree } from '../support/http/notes-server.ts'

const inboxOf = (address: string) => address
const secret = Buffer.alloc(32, 1)

it('a form accepts its number of requests in ten minutes from one address, also across two processes, and then asks for a proof', async () => {
  const database = await createTestDatabase()
  const processes = [
    await createNotesServer(database, { rateLimits: 'on' }),
    await createNotesServer(database, { rateLimits: 'on' }),
  ]
  const ask = async (time: number, remoteAddress: string) => {
    const app = processes[time % 2]?.app
    return app?.inject({ method: 'POST', url: '/api/notes', body: { title: 'Hello' }, remoteAddress })
  }
  for (let time = 0; time < 5; time++) expect((await ask(time, '203.0.113.9'))?.statusCode).toBe(201)
  const refused = await ask(5, '203.0.113.9')
  expect(refused?.statusCode).toBe(429)
  expect(refused?.json()).toEqual({
    message:
      'Many people are sending this form from your network right now. Please turn on JavaScript and send it again, or try again in 10 minutes.',
    challenge: { token: expect.any(String), bits: 8 },
  })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(590)
  expect((await ask(6, '203.0.113.10'))?.statusCode).toBe(201)
})

it('a sign-in is counted per account and address, ignoring case', async () => {
  const { app } = await createNotesServer(await createTestDatabase(), { rateLimits: 'on' })
  const signIn = async (email: string, remoteAddress = '203.0.113.9') =>
    (await app.inject({ method: 'POST', url: '/api/session', body: { email }, remoteAddress })).statusCode
  for (let time = 0; time < 10; time++) expect(await signIn(time % 2 ? 'ada@example.org' : 'ADA@example.org')).toBe(200)
  expect(await signIn('Ada@example.org')).toBe(429)
  expect(await signIn('bob@example.org')).toBe(200)
  expect(await signIn('ada@example.org', '203.0.113.10')).toBe(200)
})

it('a limit resets when its window is over, and is then deleted', async () => {
  const database = await createTestDatabase()
  const limits = createRateLimits(database, secret, { inboxOf, formLimits: fiveFree })
  const drain = async () => {
    for (let time = 0; time < 6; time++) await limits.takeForForm('prayers', '203.0.113.9', undefined)
  }
  await expect(drain()).rejects.toMatchObject({ status: 429 })
  await database.pool.query("UPDATE app.rate_limits SET resets_at = now() - interval '1 second'")
  await limits.takeForForm('prayers', '203.0.113.9', undefined)
  await database.pool.query("UPDATE app.rate_limits SET resets_at = now() - interval '1 second'")
  await limits.clean()
  expect((await database.pool.query('SELECT FROM app.rate_limits')).rowCount).toBe(0)
})

it('simultaneous requests cannot bypass the limit', async () => {
  const limits = createRateLimits(await createTestDatabase(), secret, { inboxOf, formLimits: fiveFree })
  const tries = Array.from({ length: 30 }, () => limits.takeForForm('prayers', '203.0.113.9', undefined))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

it('addresses and accounts are not stored', async () => {
  const database = await createTestDatabase()
  await createRateLimits(database, secret, { inboxOf }).take(accountBudgets.signIn, 'ada@example.org', '203.0.113.9')
  const { rows } = await database.pool.query(
    "SELECT budget::text, encode(key, 'escape') AS key FROM app.rate_limits budget",
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/ada@|203\.0/)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unix', 'unix'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('an IPv6 address is in three networks, the larger ones with larger budgets', () => {
  expect(layersOf('2001:db8:1:2a3f::9')).toEqual([
    { network: '2001:db8:1:2a3f::/64', share: 1 },
    { network: '2001:db8:1:2a00::/56', share: 2 },
    { network: '2001:db8:1::/48', share: 4 },
  ])
  expect(layersOf('2001:db8::1').map(({ network }) => network)).toEqual([
    '2001:db8:0:0::/64',
    '2001:db8:0:0::/56',
    '2001:db8:0::/48',
  ])
  expect(layersOf('::ffff:203.0.113.9')).toEqual([{ network: '203.0.113.9', share: 1 }])
})

/** Addresses of one /48, each in a /64, and in a /56, of its own. */
const spread = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:1:${(n * 256).toString(16)}::1`)
const near = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:1:${n.toString(16)}::1`)
const accepted = async (tries: (() => Promise<void>)[]) => {
  let passed = 0
  for (const attempt of tries)
    await attempt().then(
      () => passed++,
      () => {},
    )
  return passed
}

it('a visitor with a /56 or a /48 to choose from gets two or four budgets, not thousands', async () => {
  const limits = createRateLimits(await createTestDatabase(), secret, { inboxOf, formLimits: fiveFree })
  const guesses = (addresses: string[], account: string) =>
    accepted(addresses.map((address) => () => limits.take(accountBudgets.signIn, account, address)))
  expect(await guesses(near(60), 'ada@example.org')).toBe(20)
  expect(await guesses(spread(60), 'ben@example.org')).toBe(40)
  expect(await guesses(['2001:db8:2::1', '203.0.113.9'], 'ben@example.org')).toBe(2)

  const requests = spread(100).flatMap((address) =>
    Array.from({ length: 10 }, () => () => limits.takeForAddress(addressBudgets.signIn, address)),
  )
  expect(await accepted(requests)).toBe(400)
  expect(await accepted(near(60).map((address) => () => limits.takeForForm('prayers', address, undefined)))).toBe(10)
  expect(await accepted(spread(60).map((address) => () => limits.takeForForm('rsvps', address, undefined)))).toBe(20)
})

it('a forwarded address is only trusted from a listed proxy', async () => {
  const database = await createTestDatabase()
  const open = await createNotesServer(database, { rateLimits: 'on' })
  const behindProxy = await createNotesServer(await createTestDatabase(), {
    rateLimits: 'on',
    trustProxy: ['127.0.0.1'],
  })
  const statuses = async ({ app }: typeof open) => {
    const found: number[] = []
    for (let time = 0; time < 6; time++) {
      const headers = { 'x-forwarded-for': `203.0.113.${time}` }
      found.push((await app.inject({ method: 'POST', url: '/api/notes', headers, body: { title: 'a' } })).statusCode)
    }
    return found
  }
  expect(await statuses(open)).toEqual([201, 201, 201, 201, 201, 429])
  expect(await statuses(behindProxy)).toEqual([201, 201, 201, 201, 201, 201])
})

it('production ignores the setting that turns limits off', async () => {
  const { app } = await createNotesServer(await createTestDatabase(), { rateLimits: 'off', production: true })
  let status = 0
  for (let time = 0; time < 6; time++)
    status = (await app.inject({ method: 'POST', url: '/api/notes', body: { title: 'a' } })).statusCode
  expect(status).toBe(429)
})
