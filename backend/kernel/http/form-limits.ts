import { type Count, formatWait, tooMany } from './budgets.ts'
import { layersOf, networkOf } from './networks.ts'
import type { WorkProofs } from './work-proofs.ts'

export type FormLimits = {
  /** `defaultFree` for a form that is not named. Times a form may be sent from one network in ten minutes before a proof of work is asked for. */
  free: { readonly [form: string]: number }
  /** Zero bits of a proof: each one more doubles the work. */
  bits: number
}

/** Attendees of a rally share one IP address and must not be blocked. 18 bits are a second or two on a phone. */
export const defaultFree = 60
export const defaultBits = 18

export const defaultFormLimits: FormLimits = { free: {}, bits: defaultBits }

/** At this multiple of the free number even a proof is refused; the work doubles with each multiple. */
export const ceiling = 32

const seconds = 10 * 60

/**
 * Takes one of the free submissions of the networks of an address, or checks the proof; throws 429 with a challenge. A
 * proof is for one form and network.
 */
export function createFormLimits(count: Count, proofs: WorkProofs, { free }: FormLimits) {
  /** Number of times that the free number was used up, in the busiest of the networks. */
  async function busiestNetwork(form: string, address: string): Promise<{ times: number; wait: number }> {
    const found = await Promise.all(
      layersOf(address).map(async ({ network, share }) => {
        const limit = (free[form] ?? defaultFree) * share
        const { taken, wait } = await count(`form ${form} ${network}`, limit * ceiling, seconds)
        return { times: taken / limit, wait }
      }),
    )
    return found.reduce((most, one) => (one.times > most.times ? one : most))
  }

  return async (form: string, address: string, proof: string | undefined): Promise<void> => {
    const { times, wait } = await busiestNetwork(form, address)
    if (times <= 1) return
    if (times > ceiling) throw tooMany(`Too many attempts. Please try again in ${formatWait(wait)}.`, wait)
    const purpose = `form ${form} ${networkOf(address)}`
    const harder = Math.floor(Math.log2(times))
    if (proof !== undefined && (await proofs.isProven(purpose, harder, proof))) return
    const sentence = `Many people are sending this form from your network right now. Please turn on JavaScript and send it again, or try again in ${formatWait(wait)}.`
    throw tooMany(sentence, wait, { challenge: proofs.challenge(purpose, harder) })
  }
}
