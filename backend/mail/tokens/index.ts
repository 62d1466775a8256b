import { createMailLinkTokens } from './mail-link-tokens.ts'
import { createMessageIds } from './message-ids.ts'
import { createRenewalTokens } from './renewal-tokens.ts'
import { createReturnTokens } from './return-tokens.ts'
import { createRsvpTokens } from './rsvp-tokens.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

/** 32 bytes each, derived from the application's secret for their purpose only. */
type Keys = { rsvps: Uint8Array; mailLinks: Uint8Array; unsubscribes: Uint8Array; messageIds: Uint8Array }

/** Token that links and headers of our mail carry, so that the reader is known without signing in. */
export const createMailTokens = (keys: Keys) => ({
  rsvpTokens: createRsvpTokens(keys.rsvps),
  mailLinkTokens: createMailLinkTokens(keys.mailLinks),
  unsubscribeTokens: createUnsubscribeTokens(keys.unsubscribes),
  confirmationTokens: createUnsubscribeTokens(keys.unsubscribes, 'confirm'),
  renewalTokens: createRenewalTokens(keys.unsubscribes),
  ownLinkTokens: createRenewalTokens(keys.unsubscribes, 'own'),
  messageIds: createMessageIds(keys.messageIds),
  returnTokens: createReturnTokens(keys.messageIds),
})
