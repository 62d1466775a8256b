import type { Decider, Fact } from './decider.ts'

/** `urls`: every link in the text of a mail, in order, each once. */
type Links = { campaignId: number; urls: string[] }

export type MailLinkCommand = Fact<'NumberMailLinks', Links>
export type MailLinkEvent = Fact<'MailLinksNumbered', Links>

/** Links are numbered from 1 in the order they first appeared and keep their number when the mail is edited. */
export type MailLinks = {
  all: readonly string[]
  /** Of the mail as it is now. */
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
