import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

/** `urls`: every distinct link in the text of an email, in order. */
type Links = { campaignId: number; urls: string[] }

export type MailLinkCommand = Fact<'NumberMailLinks', Links>
export type MailLinkEvent = Fact<'MailLinksNumbered', Links>

/** Links are numbered from 1 in the order they first appeared, and keep their number when the email is edited. */
export type MailLinks = {
  all: readonly string[]
  /** The links of the current version of the email. */
  current: readonly string[]
}

export const mailLinksStream = (campaignId: number) => `mail-links-${campaignId}`

export const mailLinks: Decider<MailLinks, MailLinkCommand, MailLinkEvent> = {
  initialState: { all: [], current: [] },
  decide({ data }, { current }) {
    const isSame = JSON.stringify(data.urls) === JSON.stringify(current)
    return isSame ? [] : [{ type: 'MailLinksNumbered', data }]
  },
  evolve({ all }, { data: { urls } }) {
    return { all: [...new Set([...all, ...urls])], current: urls }
  },
}
