import type { MailContent, Sender } from './layout.ts'

/** `topic`: also the path of the page that shows the items; `item`: 'prayer', `one`: 'a prayer', `many`: 'prayers'. */
export type Decided = {
  topic: string
  item: string
  one: string
  many: string
  decision: 'approved' | 'rejected' | 'corrected'
}

type Words = { subject: string; heading: string; paragraphs: string[]; action: { label: string; path: string } }

/** The address is not proved, so the email repeats neither the person’s text nor the reason, which is for the team. */
function words({ siteName, contact }: Sender, { topic, item, many, decision }: Decided): Words {
  const action = { label: `Read the ${many}`, path: `/${topic}` }
  switch (decision) {
    case 'approved':
      return {
        subject: `Your ${item} is on the ${siteName} website`,
        heading: `Your ${item} is on our site`,
        paragraphs: [`Our team approved it, and it is now on our ${many} page.`, 'Thank you for sharing it with us.'],
        action,
      }
    case 'corrected':
      return {
        subject: `We corrected your ${item} for ${siteName}`,
        heading: `We changed the wording of your ${item}`,
        paragraphs: [
          'Our team corrected the text that you sent us.',
          `If that isn’t what you meant, write to ${contact}, and we’ll change it back or take it down.`,
        ],
        action,
      }
    case 'rejected':
      return {
        subject: `About your ${item} for ${siteName}`,
        heading: `We won’t post your ${item}`,
        paragraphs: [
          `Thank you for sending it. Our team read it and decided not to post it on our ${many} page.`,
          `If you think that is a mistake, write to ${contact}, and we’ll look at it again.`,
        ],
        action,
      }
  }
}

/** Tells a person whether their submission was approved, or that it was reworded. */
export function decisionContent(sender: Sender, decided: Decided): MailContent {
  const { siteName, publicUrl } = sender
  const { action, paragraphs, ...own } = words(sender, decided)
  return {
    ...own,
    paragraphs,
    action: { label: action.label, url: `${publicUrl}${action.path}` },
    reason: `You are receiving this message because this address was given with ${decided.one} on the ${siteName} website. If it wasn’t you, you can ignore this message.`,
  }
}
