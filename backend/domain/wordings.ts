import type { Values } from '../../records/values.ts'
import type { wording } from '../../records/wordings.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'

type Wording = Values<typeof wording>

export type WordingCommand = Fact<'PublishWording', Wording>
/** The site shows these words from now on; they may have been shown before. */
export type WordingEvent = Fact<'WordingPublished', Wording>

/** One stream for each form or page, so that its last event is what the site shows. */
export const wordingStream = (wordingId: string) => `wording-${wordingId}`

export const wordings: Decider<{ hash: string | null }, WordingCommand, WordingEvent> = {
  initialState: { hash: null },
  decide: ({ data }, { hash }) => (data.hash === hash ? [] : [{ type: 'WordingPublished', data }]),
  evolve: (_before, { data: { hash } }) => ({ hash }),
}
