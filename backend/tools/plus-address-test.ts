import { setTimeout as delay } from 'node:timers/promises'

export type PlusAddressTest = {
  /** One sentence about why the mail server does not take such an address as the sender or as a recipient; null: it does. */
  problem(): Promise<string | null>
  /** Sends a mail to such an address; returns its Message-ID. */
  send(): Promise<string>
  /** True when that mail is in the mailbox for bounces; deletes it there. */
  arrived(messageId: string): Promise<boolean>
}

const every = 2000 // ms

/**
 * Tries a return address with a plus all the way: out through the mail server, and back into the mailbox. `timeout`: ms.
 * Rejects when sending or reading fails.
 */
export async function plusAddressResult(
  { problem, send, arrived }: PlusAddressTest,
  timeout = 60_000,
): Promise<{ works: boolean; says: string }> {
  const says = await problem()
  if (says !== null) return { works: false, says }
  const messageId = await send()
  const sentAt = performance.now()
  const seconds = () => Math.round((performance.now() - sentAt) / 1000)
  for (;;) {
    if (await arrived(messageId))
      return { works: true, says: `A mail to BOUNCES_ADDRESS with a plus and a token came back after ${seconds()} s.` }
    if (performance.now() - sentAt >= timeout) break
    await delay(Math.min(every, timeout))
  }
  return {
    works: false,
    says: `A mail to BOUNCES_ADDRESS with a plus and a token was accepted, but is not in the mailbox for bounces after ${seconds()} s. Returned mail would be lost: let the mail server deliver such addresses there, or set BOUNCES_PLUS_ADDRESSES=off.`,
  }
}
