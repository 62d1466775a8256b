import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Challenge, leadingZeroBits, proofText } from '../../contract/proof-of-work.ts'
import { HttpProblem } from './problem.ts'

/** The public forms, each with a budget of its own. */
export const formNames = ['email-signups', 'prayers', 'endorsements', 'volunteers', 'rsvps'] as const
export type FormName = (typeof formNames)[number]

export type FormLimits = {
  /** Times a form may be sent from one network in ten minutes before a proof of work is asked for. */
  free: { [form in FormName]: number }
  /** Zero bits of a proof: each one more doubles the work. */
  bits: number
}

/** A rally shares one address: nobody there should be sent away. 18 bits are a second or two on a phone. */
export const defaultFree = 60
export const defaultBits = 18

export const defaultFormLimits: FormLimits = {
  free: {
    'email-signups': defaultFree,
    prayers: defaultFree,
    endorsements: defaultFree,
    volunteers: defaultFree,
    rsvps: defaultFree,
  },
  bits: defaultBits,
}

/** At so many times the free number even a proof does not help; the work doubles each time the number does. */
export const ceiling = 32

const lifetime = 10 * 60 // seconds: of a challenge, and of a budget

export type Taken = { taken: number; wait: number }

/** Counts a call against a budget, in ten minutes; `most`: not further than one beyond. */
export type Count = (name: string, most: number, seconds: number) => Promise<Taken>

/**
 * Takes one of the free submissions of a network, or checks the proof; throws 429 with a challenge. A proof is signed
 * for one form and network, and valid once.
 */
export function createFormLimits(count: Count, secret: Uint8Array, { free, bits }: FormLimits) {
  const sign = (form: FormName, network: string, claims: string) =>
    createHmac('sha256', secret).update(`challenge ${form} ${network} ${claims}`).digest('hex')

  function challenge(form: FormName, network: string, times: number): Challenge {
    const harder = bits + Math.max(0, Math.floor(Math.log2(times)))
    const claims = `${randomBytes(12).toString('hex')}.${harder}.${now() + lifetime}`
    return { token: `${claims}.${sign(form, network, claims)}`, bits: harder }
  }

  async function isProven(form: FormName, network: string, proof: string): Promise<boolean> {
    const [, token = '', claims = '', wanted = '0', expires = '0', mac = '', nonce = ''] = shape.exec(proof) ?? []
    if (token === '' || Number(expires) < now() || Number(wanted) < bits) return false
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(sign(form, network, claims)))) return false
    const hash = createHash('sha256')
      .update(proofText(token, Number(nonce)))
      .digest()
    if (leadingZeroBits(hash) < Number(wanted)) return false
    const { taken } = await count(`proof ${claims}`, 1, lifetime)
    return taken === 1
  }

  return async (form: FormName, network: string, proof: string | undefined): Promise<void> => {
    const limit = free[form]
    const { taken, wait } = await count(`form ${form} ${network}`, limit * ceiling, lifetime)
    if (taken <= limit) return
    if (taken > limit * ceiling) throw refused(`Too many attempts. Please try again in ${formatWait(wait)}.`, wait)
    if (proof !== undefined && (await isProven(form, network, proof))) return
    const sentence = `Many people are sending this form from your network right now. Please turn on JavaScript and send it again, or try again in ${formatWait(wait)}.`
    throw refused(sentence, wait, { challenge: challenge(form, network, taken / limit) })
  }
}

const now = () => Math.floor(Date.now() / 1000)

/** `<id>.<bits>.<expires>.<mac> <nonce>` */
const shape = /^(([\da-f]{24}\.(\d{1,2})\.(\d{10,12}))\.([\da-f]{64})) (\d{1,15})$/

export function refused(message: string, wait: number, details: { challenge?: Challenge } = {}): HttpProblem {
  return new HttpProblem(429, message, { headers: { 'retry-after': String(wait) }, details })
}

export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
