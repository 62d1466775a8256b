import { randomUUID } from 'node:crypto'
import { type MailLinkEvent, type MailLinks, mailLinks, mailLinksStream } from '../../domain/mail/mail-links.ts'
import { systemContext } from '../../kernel/eventlog/command-context.ts'
import { stateAfter } from '../../kernel/eventlog/decider.ts'
import type { EventLog, RecordedEvent } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'

/** Links of email campaigns: numbered before the first email is sent, so that every link leads somewhere. */
export type TrackedLinks = {
  /**
   * Numbers the links of an email: address to number, from 1. Call it once before sending, in every process that sends.
   * Idempotent.
   */
  number(campaignId: number, urls: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The target of a link, and the number of links in the email; null when there is no such link. */
  find(campaignId: number, link: number): Promise<{ url: string; links: number } | null>
}

const maxKept = 1000 // email campaigns

export function createTrackedLinks({
  log,
  decode,
  handle,
}: {
  log: Pick<EventLog, 'readStream'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<MailLinkEvent>[]>
  handle: Handle
}): TrackedLinks {
  /** Links keep their numbers, so the cache stays valid. */
  const known = new Map<number, MailLinks>()

  async function read(campaignId: number): Promise<MailLinks> {
    const events = await decode(await log.readStream(mailLinksStream(campaignId)))
    const links = stateAfter(mailLinks, events)
    known.delete(campaignId)
    if (links.all.length > 0) known.set(campaignId, links)
    for (const oldest of known.keys()) if (known.size > maxKept) known.delete(oldest)
    return links
  }

  return {
    async number(campaignId, urls) {
      const command = { type: 'NumberMailLinks', data: { campaignId, urls: [...urls] } } as const
      const context = systemContext({ commandId: `number-mail-links ${randomUUID()}` })
      await handle(mailLinks, mailLinksStream(campaignId), command, context)
      const { all } = await read(campaignId)
      return new Map(all.map((url, index) => [url, index + 1]))
    },
    async find(campaignId, link) {
      const remembered = known.get(campaignId)
      const { all, current } = remembered?.all[link - 1] === undefined ? await read(campaignId) : remembered
      const url = all[link - 1]
      return url === undefined ? null : { url, links: current.length }
    },
  }
}
