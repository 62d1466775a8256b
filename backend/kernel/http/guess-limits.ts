import { type Count, tooMany } from './budgets.ts'
import type { WorkProofs } from './work-proofs.ts'

export type GuessLimits = {
  /**
   * Call before a password is checked: throws 429 with a challenge after too many wrong ones in a row, from anywhere.
   * `proof`: the header of that name. Known and unknown accounts take the same steps.
   */
  guess(account: string, proof: string | undefined): Promise<void>
  /** The password was right, which ends the series of wrong ones. */
  guessedRight(account: string): Promise<void>
}

const free = 100
const seconds = 7 * 24 * 3600
/** Each bit doubles the work; more bits would let a stranger lock out the owner. */
const maxHarder = 4

/**
 * Wrong passwords for one account from any network, because networks are cheap. Beyond the free attempts each one costs
 * work, for its owner too, but never closes the account.
 */
export function createGuessLimits({
  count,
  forget,
  proofs,
}: {
  count: Count
  forget(name: string): Promise<void>
  proofs: WorkProofs
}): GuessLimits {
  const nameOf = (account: string) => `guesses ${account.toLowerCase()}`
  return {
    async guess(account, proof) {
      const name = nameOf(account)
      const { taken } = await count(name, free * 2 ** maxHarder, seconds)
      if (taken <= free) return
      const harder = Math.min(maxHarder, Math.floor(Math.log2(taken / free)))
      if (proof !== undefined && (await proofs.isProven(name, harder, proof))) return
      const sentence =
        'There were many wrong passwords for this account. Please turn on JavaScript and try again, or sign in with a magic link.'
      throw tooMany(sentence, 1, { challenge: proofs.challenge(name, harder) })
    },
    guessedRight: (account) => forget(nameOf(account)),
  }
}
