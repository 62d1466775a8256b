import type { MailContent, Sender } from './layout.ts'

const partOf = ({ heading, paragraphs, action }: MailContent): MailContent['paragraphs'] => [
  { title: heading },
  ...paragraphs,
  ...(action ? [action] : []),
]

/** The mails that waited for the morning, as one; a single mail is itself. */
export function morningContent({ siteName }: Sender, contents: readonly MailContent[]): MailContent {
  const [only] = contents
  if (only && contents.length === 1) return only
  const secondary = contents.find((content) => content.secondary)?.secondary
  const unsubscribeUrl = contents.find((content) => content.unsubscribeUrl !== undefined)?.unsubscribeUrl
  const reasons = [...new Set(contents.map(({ reason }) => reason))]
  return {
    subject: `${contents.length} messages from ${siteName}`,
    preheader: contents.map(({ heading }) => heading).join('. '),
    heading: `${contents.length} messages for you`,
    paragraphs: contents.flatMap(partOf),
    ...(secondary && { secondary }),
    reason: `We send few messages of this kind to an inbox in a day, so these waited until the morning. ${reasons.join(' ')}`,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
}
