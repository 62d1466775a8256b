/**
 * Where replies to an email campaign may go. `domain`: of the sender; null: a mailbox provider’s, where other people have
 * mailboxes too. `others`: single addresses beside it.
 */
export type ReplyAddresses = { domain: string | null; others: readonly string[] }

/** One sentence about an address that replies must not go to; null when they may. A mail without one is answered to its sender. */
export function replyAddressProblem(address: string | null, { domain, others }: ReplyAddresses): string | null {
  if (address === null) return null
  const lower = address.toLowerCase()
  if (domain !== null && lower.endsWith(`@${domain.toLowerCase()}`)) return null
  if (others.some((other) => other.toLowerCase() === lower)) return null
  const allowed = [...(domain === null ? [] : [`an address at ${domain}`]), ...others].join(' or ')
  return `Replies can only go to ${allowed}. Ask the person who runs the server to add another one to MAIL_REPLY_ADDRESSES.`
}
