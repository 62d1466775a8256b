import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Challenge, leadingZeroBits, proofText } from '../../../records/http/proof-of-work.ts'
import type { Count } from './budgets.ts'

/** Seconds for which a challenge may be answered: a phone needs a minute for the hardest. */
const proofLifetime = 5 * 60

export type WorkProofs = {
  /** `harder`: each step doubles the work. */
  challenge(purpose: string, harder: number): Challenge
  /** True when the header proves as much work for this purpose as is asked for now; true once. */
  isProven(purpose: string, harder: number, proof: string): Promise<boolean>
}

/** `<id>.<bits>.<expires>.<mac> <nonce>` */
const shape = /^(([\da-f]{24}\.(\d{1,2})\.(\d{10,12}))\.([\da-f]{64})) (\d{1,15})$/

const now = () => Math.floor(Date.now() / 1000)

/**
 * Proofs of work (records/http/proof-of-work.ts): signed for one purpose, and valid once. `bits`: for the easiest
 * challenge.
 */
export function createWorkProofs(count: Count, secret: Uint8Array, bits: number): WorkProofs {
  const sign = (purpose: string, claims: string) =>
    createHmac('sha256', secret).update(`challenge ${purpose} ${claims}`).digest('hex')

  return {
    challenge(purpose, harder) {
      const wanted = bits + harder
      const claims = `${randomBytes(12).toString('hex')}.${wanted}.${now() + proofLifetime}`
      return { token: `${claims}.${sign(purpose, claims)}`, bits: wanted }
    },
    async isProven(purpose, harder, proof) {
      const [, token = '', claims = '', wanted = '0', expires = '0', mac = '', nonce = ''] = shape.exec(proof) ?? []
      if (token === '' || Number(expires) < now() || Number(wanted) < bits + harder) return false
      if (!timingSafeEqual(Buffer.from(mac), Buffer.from(sign(purpose, claims)))) return false
      const hash = createHash('sha256')
        .update(proofText(token, Number(nonce)))
        .digest()
      if (leadingZeroBits(hash) < Number(wanted)) return false
      const { taken } = await count(`proof ${claims}`, 1, proofLifetime)
      return taken === 1
    },
  }
}
