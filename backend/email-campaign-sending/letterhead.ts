import type { Sender } from '../mail/layout.ts'
import { createMailLinkTokens } from '../mail/tokens/mail-link-tokens.ts'
import { createMessageIds } from '../mail/tokens/message-ids.ts'
import { createReturnTokens } from '../mail/tokens/return-tokens.ts'
import { createUnsubscribeTokens } from '../mail/tokens/unsubscribe-tokens.ts'
import { createUnsubscribeLinks } from '../mail/unsubscribe-links.ts'
import type { DkimKey, Letterhead, NumberLinks } from './messages.ts'

/** The settings of a letterhead: only values, so that they can be passed to a thread. */
export type LetterheadSettings = {
  fromName: string
  fromAddress: string
  returnAddress: string
  /** Each email has a return address of its own, with a plus. */
  hasPlusAddresses?: boolean
  words: Omit<Sender, 'publicUrl'>
  /** Address of the mailbox that reads unsubscribe emails, or of the people who do. */
  unsubscribeAddress: string
  /** Null: email is not signed here. */
  dkim: DkimKey | null
  /** 32 bytes each. */
  keys: { unsubscribes: Uint8Array; mailLinks: Uint8Array; messageIds: Uint8Array }
}

/** `publicUrl`: of the site, without a trailing slash. */
export function createLetterhead(
  { fromName, fromAddress, returnAddress, hasPlusAddresses, words, unsubscribeAddress, dkim, keys }: LetterheadSettings,
  { publicUrl, numberLinks }: { publicUrl: () => string; numberLinks: NumberLinks },
): Letterhead {
  const linkTokens = createMailLinkTokens(keys.mailLinks)
  return {
    fromName,
    fromAddress,
    returnPath: { address: returnAddress, ...(hasPlusAddresses && { tokens: createReturnTokens(keys.messageIds) }) },
    dkim,
    messageIds: createMessageIds(keys.messageIds),
    sender: () => ({ ...words, publicUrl: publicUrl() }),
    unsubscribeLinks: createUnsubscribeLinks({
      tokens: createUnsubscribeTokens(keys.unsubscribes),
      publicUrl,
      address: unsubscribeAddress,
    }),
    trackedLinks: {
      number: numberLinks,
      addressOf: (link) => `${publicUrl()}/go/mail/${linkTokens.issue(link)}`,
    },
  }
}
