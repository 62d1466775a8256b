import type { Decider, Fact } from '../kernel/eventlog/decider.ts'

type Change = {
  /** Fingerprints of the old and the new key, such as SHA256:… */
  oldKey: string
  newKey: string
  /** The new key: SubjectPublicKeyInfo in DER, base64. */
  publicKey: string
  /** Number of the last seal under the old key. */
  afterSeal: number
}

export type SealKeyCommand = Fact<'ChangeSealKey', Change>
/** The next seal is signed by another key. */
export type SealKeyEvent = Fact<'SealKeyChanged', Change>

export const sealKeyStream = 'seal-key'

export const sealKeys: Decider<{ last: Change | null }, SealKeyCommand, SealKeyEvent> = {
  initialState: { last: null },
  decide({ data }, { last }) {
    // Completes a change that was cut off before its seal, instead of recording it twice.
    const isRecorded = last !== null && last.newKey === data.newKey && last.afterSeal === data.afterSeal
    return isRecorded ? [] : [{ type: 'SealKeyChanged', data }]
  },
  evolve(_state, { data }) {
    return { last: data }
  },
}
