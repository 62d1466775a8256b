import { type LaidOut, layOut, type Sender } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { createMarks, htmlOfPart, oneLine, type Part, type Recipient, textOfPart } from './merge-fields.ts'
import { paletteOf } from './palette.ts'

export type EmailCampaignContent = Pick<LaidOut, 'action' | 'reason'> & {
  /** May contain merge fields, like the preheader and the body. */
  subject: string
  /** The preview text that mail programs show beside the subject; '' for the beginning of the body. */
  preheader: string
  /** Markdown. */
  body: string
}

/**
 * An email campaign, rendered once. Each list of parts, joined with the values of a recipient, is one email.
 * `textOfPart` and `htmlOfPart` give the value of one part.
 */
export type EmailCampaignMail = {
  subject: readonly Part[]
  htmlParts: readonly Part[]
  textParts: readonly Part[]
  /** Distinct targets of the links in the body, in order. */
  links: readonly string[]
  fill(recipient: Recipient): { subject: string; html: string; text: string }
}

const preheaderLength = 140

export function compileEmailCampaignMail(content: EmailCampaignContent, sender: Sender): EmailCampaignMail {
  const marks = createMarks(sender)
  const body = renderMarkdown(marks.place(content.body), { linkColor: paletteOf(sender.colors).ink, mark: marks.link })
  const preheader = oneLine(marks.place(content.preheader)) || beginning(marks.withoutLinks(body.text))
  const { text, html, subject } = layOut(sender, {
    subject: oneLine(marks.place(content.subject)),
    preheader,
    body,
    ...(content.action && { action: content.action }),
    reason: content.reason,
    unsubscribeUrl: marks.unsubscribeUrl,
    whyUrl: marks.whyUrl,
  })
  const parts = {
    subject: marks.cut(subject),
    htmlParts: marks.cut(html),
    textParts: marks.cut(text),
    links: marks.links,
  }
  return {
    ...parts,
    fill: (recipient) => ({
      subject: parts.subject.map((part) => textOfPart(part, recipient)).join(''),
      html: parts.htmlParts.map((part) => htmlOfPart(part, recipient)).join(''),
      text: parts.textParts.map((part) => textOfPart(part, recipient)).join(''),
    }),
  }
}

/** Cuts between two words where it can, and never within a mark. */
function beginning(text: string): string {
  const words = oneLine(text)
  if (words.length <= preheaderLength) return words
  return `${words
    .slice(0, preheaderLength)
    .replace(/\s+\S*$/, '')
    .replace(/\uE000[^\uE001]*$/, '')
    .toWellFormed()}…`
}
