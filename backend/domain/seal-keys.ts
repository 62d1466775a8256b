import type { Decider, Fact } from './decider.ts'

type Change = {
  /** Fingerprints of the key before and of the key from now on, such as SHA256:… */
  oldKey: string
  newKey: string
  /** The key from now on: SubjectPublicKeyInfo in DER, base64. */
  publicKey: string
  /** Number of the last seal under the key before. */
  afterSeal: number
}

export type SealKeyCommand = Fact<'ChangeSealKey', Change>
/** From the next seal on, another key signs. */
export type SealKeyEvent = Fact<'SealKeyChanged', Change>

export const sealKeyStream = 'seal-key'

export const sealKeys: Decider<{ last: Change | null }, SealKeyCommand, SealKeyEvent> = {
  initialState: { last: null },
  decide({ data }, { last }) {
    // A change that was cut off before the seal is made complete, not recorded twice.
    const isRecorded = last !== null && last.newKey === data.newKey && last.afterSeal === data.afterSeal
    return isRecorded ? [] : [{ type: 'SealKeyChanged', data }]
  },
  evolve(_state, { data }) {
    return { last: data }
  },
}
