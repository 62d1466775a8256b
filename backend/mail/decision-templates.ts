import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

export type Decided = { topic: 'prayer' | 'endorsement'; decision: 'approved' | 'rejected' }

type Words = { subject: string; heading: string; paragraphs: string[]; action: { label: string; path: string } }

const places = {
  prayer: { list: 'prayers page', action: { label: 'Read the prayers', path: '/prayers' } },
  endorsement: { list: 'endorsements page', action: { label: 'Read the endorsements', path: '/endorsements' } },
}

/** The address is not proved, so the email repeats neither the person’s text nor the reason, which is for the team. */
function words({ siteName, contact }: Sender, { topic, decision }: Decided): Words {
  const { list, action } = places[topic]
  switch (decision) {
    case 'approved':
      return {
        subject: `Your ${topic} is on the ${siteName} website`,
        heading: `Your ${topic} is on our site`,
        paragraphs: [`Our team approved it, and it is now on our ${list}.`, 'Thank you for sharing it with us.'],
        action,
      }
    case 'rejected':
      return {
        subject: `About your ${topic} for ${siteName}`,
        heading: `We won’t post your ${topic}`,
        paragraphs: [
          `Thank you for sending it. Our team read it and decided not to post it on our ${list}.`,
          `If you think that is a mistake, write to ${contact}, and we’ll look at it again.`,
        ],
        action,
      }
  }
}

/** Tells a person whether their submission was approved. */
export function decisionMail(sender: Sender, to: string, decided: Decided): Mail {
  const { siteName, publicUrl } = sender
  const { action, paragraphs, ...own } = words(sender, decided)
  return renderMail(sender, to, {
    ...own,
    paragraphs,
    action: { label: action.label, url: `${publicUrl}${action.path}` },
    reason: `You are receiving this message because this address was given with ${decided.topic === 'prayer' ? 'a prayer' : 'an endorsement'} on the ${siteName} website. If it wasn’t you, you can ignore this message.`,
  })
}
