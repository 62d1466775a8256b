import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '../database/connect.ts'
import { HttpProblem } from './problem.ts'
import type { RateLimit } from './route.ts'

type Budget = { limit: number; seconds: number }

/**
 * Counted before the body is read, whatever happens to the request: forms, photos, and sign-ins across all accounts.
 */
const perAddress: Record<RateLimit, Budget> = {
  'sign-in': { limit: 100, seconds: 15 * 60 },
  'public-form': { limit: 5, seconds: 10 * 60 },
  photo: { limit: 30, seconds: 10 * 60 },
  forum: { limit: 30, seconds: 10 * 60 },
  'mail-consent': { limit: 60, seconds: 10 * 60 },
}

/**
 * Counted by the route itself, since the account is in the body. Mails go to one inbox, wherever they are requested.
 */
const perAccount: Record<'sign-in' | 'magic-link' | 'second-factor', Budget & { isPerAddress: boolean }> = {
  'sign-in': { limit: 10, seconds: 15 * 60, isPerAddress: true },
  'magic-link': { limit: 3, seconds: 60 * 60, isPerAddress: false },
  // Only a person who knows the password gets this far, so nobody can lock others out; guesses may come from anywhere.
  'second-factor': { limit: 10, seconds: 15 * 60, isPerAddress: false },
}

export type RateLimits = {
  /**
   * Throws 429 after too many attempts for the account (ignoring case): from this address, or from anywhere for magic
   * links and codes.
   */
  take(kind: keyof typeof perAccount, account: string, address: string): Promise<void>
  /** Throws 429 after too many requests from the address. */
  takeForAddress(kind: RateLimit, address: string): Promise<void>
  /** Deletes expired limits. */
  clean(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits
  }
}

/**
 * The network in which one person can choose addresses freely: an IPv4 address, or the first 64 bits of an IPv6
 * address.
 */
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

function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/**
 * Rate limits in Postgres, shared by all processes; names are stored only as an HMAC. A window starts with its first
 * call.
 */
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
    throw new HttpProblem(429, `Too many attempts. Please try again in ${formatWait(wait)}.`, {
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

/** For development and tests: no limits. */
export const noRateLimits: RateLimits = {
  take: async () => {},
  takeForAddress: async () => {},
  clean: async () => {},
}
