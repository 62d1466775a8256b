import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '../database/connect.ts'
import { HttpProblem } from './problem.ts'
import type { RateLimit } from './route.ts'

type Budget = { limit: number; seconds: number }

/** Counted before the body is read, whatever becomes of the request: forms, photos, and sign-ins over all accounts. */
const perAddress: Record<RateLimit, Budget> = {
  'sign-in': { limit: 100, seconds: 15 * 60 },
  'public-form': { limit: 5, seconds: 10 * 60 },
  photo: { limit: 30, seconds: 10 * 60 },
  forum: { limit: 30, seconds: 10 * 60 },
}

/** Counted by the route itself, since the account stands in the body. Mail comes to one inbox, wherever it is asked for. */
const perAccount: Record<'sign-in' | 'magic-link' | 'second-factor', Budget & { isPerAddress: boolean }> = {
  'sign-in': { limit: 10, seconds: 15 * 60, isPerAddress: true },
  'magic-link': { limit: 3, seconds: 60 * 60, isPerAddress: false },
  // Only who knows the password gets to codes, so that others cannot shut anybody out; guessing may come from anywhere.
  'second-factor': { limit: 10, seconds: 15 * 60, isPerAddress: false },
}

export type RateLimits = {
  /** Throws 429 when the account (any case) was tried too often: from this address; a magic link or a code from anywhere. */
  take(kind: keyof typeof perAccount, account: string, address: string): Promise<void>
  /** Throws 429 when the address asked too often. */
  takeForAddress(kind: RateLimit, address: string): Promise<void>
  /** Deletes budgets that are full again. */
  clean(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits
  }
}

/** The network a person can draw addresses from at will: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}

function waiting(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Budgets in Postgres, shared by all processes; names are kept as an HMAC only. A window starts with its first call. */
export function createRateLimits({ pool }: Database, secret: Uint8Array): RateLimits {
  async function draw(name: string, { limit, seconds }: Budget): Promise<void> {
    const key = createHmac('sha256', secret).update(name).digest()
    const { rows } = await pool.query<{ taken: number; wait: number }>({
      name: 'rate-limit-take',
      text: `INSERT INTO app.rate_limits AS budget VALUES ($1, 1, now() + make_interval(secs => $2))
             ON CONFLICT (key) DO UPDATE SET
               taken = CASE WHEN budget.resets_at <= now() THEN 1 ELSE least(budget.taken + 1, $3 + 1) END,
               resets_at = CASE WHEN budget.resets_at <= now() THEN excluded.resets_at ELSE budget.resets_at END
             RETURNING taken, ceil(extract(epoch FROM resets_at - now()))::int AS wait`,
      values: [key, seconds, limit],
    })
    const [budget] = rows
    if (!budget || budget.taken <= limit) return
    const wait = Math.max(1, budget.wait)
    throw new HttpProblem(429, `That was too often. Please try again in ${waiting(wait)}.`, {
      headers: { 'retry-after': String(wait) },
    })
  }
  return {
    take: (kind, account, address) =>
      draw(
        `${kind} account ${account.toLowerCase()}${perAccount[kind].isPerAddress ? ` ${networkOf(address)}` : ''}`,
        perAccount[kind],
      ),
    takeForAddress: (kind, address) => draw(`${kind} address ${networkOf(address)}`, perAddress[kind]),
    async clean() {
      await pool.query('DELETE FROM app.rate_limits WHERE resets_at <= now()')
    },
  }
}

/** For development and tests: nobody is ever asked to wait. */
export const noRateLimits: RateLimits = {
  take: async () => {},
  takeForAddress: async () => {},
  clean: async () => {},
}
