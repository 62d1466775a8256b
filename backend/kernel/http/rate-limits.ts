import { createHmac } from 'node:crypto'
import type { AddressBudget, Budget, LayeredBudget } from '../../../records/http/budgets.ts'
import type { Database } from '../database/connect.ts'
import { formatWait, type Taken, tooMany } from './budgets.ts'
import { createFormLimits, defaultFormLimits, type FormLimits } from './form-limits.ts'
import { createGuessLimits, type GuessLimits } from './guess-limits.ts'
import { layersOf } from './networks.ts'
import { createWorkProofs } from './work-proofs.ts'

export type RateLimits = GuessLimits & {
  /**
   * Throws 429 after too many attempts for the account (ignoring case), from the networks of this address or from
   * anywhere.
   */
  take(budget: LayeredBudget, account: string, address: string): Promise<void>
  /** The same for email to an inbox, whichever of its addresses is asked for. Call it before every email that a visitor triggers. */
  takeForInbox(budget: LayeredBudget, email: string, address: string): Promise<void>
  /** Throws 429 after too many requests from the address. */
  takeForAddress(budget: AddressBudget, address: string): Promise<void>
  /** Throws 429 with a challenge beyond what a network may send for free; `proof`: the header of that name. */
  takeForForm(form: string, address: string, proof: string | undefined): Promise<void>
  /** Deletes expired limits. */
  clean(): Promise<void>
}

/** The inbox at which mail to an address arrives; a person has as many addresses of one as they like. */
export type InboxOf = (address: string) => string

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits
  }
}

/**
 * Rate limits in Postgres, shared by all processes; names are stored only as an HMAC. A window starts with its first
 * call.
 */
export function createRateLimits(
  { pool }: Database,
  secret: Uint8Array,
  { inboxOf, formLimits = defaultFormLimits }: { inboxOf: InboxOf; formLimits?: FormLimits },
): RateLimits {
  const keyOf = (name: string) => createHmac('sha256', secret).update(name).digest()
  async function count(name: string, max: number, seconds: number): Promise<Taken> {
    const { rows } = await pool.query<{ taken: number; wait: number }>({
      name: 'rate-limit-take',
      text: `INSERT INTO app.rate_limits AS budget VALUES ($1, 1, now() + make_interval(secs => $2))
             ON CONFLICT (key) DO UPDATE SET
               taken = CASE WHEN budget.resets_at <= now() THEN 1 ELSE least(budget.taken + 1, $3 + 1) END,
               resets_at = CASE WHEN budget.resets_at <= now() THEN excluded.resets_at ELSE budget.resets_at END
             RETURNING taken, ceil(extract(epoch FROM resets_at - now()))::int AS wait`,
      values: [keyOf(name), seconds, max],
    })
    const [budget] = rows
    return { taken: budget?.taken ?? 0, wait: Math.max(1, budget?.wait ?? 1) }
  }
  async function draw(name: string, { limit, seconds }: Budget): Promise<void> {
    const { taken, wait } = await count(name, limit, seconds)
    if (taken > limit) throw tooMany(`Too many attempts. Please try again in ${formatWait(wait)}.`, wait)
  }
  /** Checked in order, so that a network without a budget takes nothing from the larger ones around it. */
  async function drawInLayers(name: string, { limit, seconds }: Budget, address: string): Promise<void> {
    for (const { network, share } of layersOf(address))
      await draw(`${name} ${network}`, { limit: limit * share, seconds })
  }
  const forget = async (name: string) => {
    await pool.query('DELETE FROM app.rate_limits WHERE key = $1', [keyOf(name)])
  }
  async function drawAll(name: string, { layers }: LayeredBudget, address: string): Promise<void> {
    for (const { isPerAddress, ...budget } of layers)
      await (isPerAddress ? drawInLayers(name, budget, address) : draw(name, budget))
  }
  const proofs = createWorkProofs(count, secret, formLimits.bits)
  const takeForForm = createFormLimits(count, proofs, formLimits)
  return {
    ...createGuessLimits({ count, forget, proofs }),
    take: (budget, account, address) => drawAll(`${budget.kind} account ${account.toLowerCase()}`, budget, address),
    takeForInbox: (budget, email, address) => drawAll(`${budget.kind} inbox ${inboxOf(email)}`, budget, address),
    takeForAddress: (budget, address) => drawInLayers(`${budget.kind} address`, budget, address),
    takeForForm,
    async clean() {
      await pool.query('DELETE FROM app.rate_limits WHERE resets_at <= now()')
    },
  }
}

/** For development and tests: no limits. */
export const noRateLimits: RateLimits = {
  guess: async () => {},
  guessedRight: async () => {},
  take: async () => {},
  takeForInbox: async () => {},
  takeForAddress: async () => {},
  takeForForm: async () => {},
  clean: async () => {},
}
