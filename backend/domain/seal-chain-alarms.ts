import type { Decider, Fact } from '../kernel/eventlog/decider.ts'

type Check = {
  /** One sentence about where the seals and the log differ. */
  finding: string
}

/** `finding`: null when the seals match the log. */
export type SealChainCommand = Fact<'CheckSealChain', { finding: string | null }>
export type SealChainEvent =
  /** The seals do not match the log, or each other: nothing is sealed until an operator acts. */
  | Fact<'SealChainBroken', Check>
  /** The seals match again; what was found before is gone. */
  | Fact<'SealChainRestored', Check>

export const sealChainStream = 'seal-chain'

/** One event when the chain breaks, and one when it is whole again, however often it is checked. */
export const sealChainAlarms: Decider<{ finding: string | null }, SealChainCommand, SealChainEvent> = {
  initialState: { finding: null },
  decide({ data: { finding } }, before) {
    if (before.finding === null) return finding === null ? [] : [{ type: 'SealChainBroken', data: { finding } }]
    return finding === null ? [{ type: 'SealChainRestored', data: { finding: before.finding } }] : []
  },
  evolve(_, { type, data }) {
    return { finding: type === 'SealChainBroken' ? data.finding : null }
  },
}
