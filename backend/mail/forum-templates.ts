import type { MailContent, Sender } from './layout.ts'

/** A decision about a post of the forum, as its author hears it. */
export type ForumDecision = {
  /**
   * `published`: after it waited; `shown again`: after reports hid it; `refused`: by the check; `rejected`: by a moderator;
   * `removed`: by a moderator after reports.
   */
  decision: keyof typeof isShown
  contentType: 'thread' | 'post'
  threadId: number
  contentId: number
  /** Why the check refused it. */
  reason: string
  /** Note that a moderator wrote to the author; may be empty. */
  note: string
}

/** True when everyone can see it afterwards. */
const isShown = {
  published: true,
  'shown again': true,
  'appeal granted': true,
  refused: false,
  rejected: false,
  removed: false,
  'appeal turned down': false,
}

const howToAppeal =
  'If you think that is wrong, sign in, open the forum with the link below, and choose Appeal beside your words. A person will read it and answer you.'

type Words = { subject: string; heading: string; paragraphs: string[] }

function words(siteName: string, { decision, contentType, reason }: ForumDecision): Words {
  const what = contentType === 'thread' ? 'discussion' : 'reply'
  const notShown = {
    subject: `About your ${what} on the ${siteName} forum`,
    heading: `Your ${what} isn’t on the forum`,
  }
  switch (decision) {
    case 'published':
      return {
        subject: `Your ${what} is on the ${siteName} forum`,
        heading: `Your ${what} is on the forum`,
        paragraphs: ['A moderator read it and approved it. Everyone can see it now.'],
      }
    case 'shown again':
      return {
        subject: `Your ${what} is back on the ${siteName} forum`,
        heading: `Your ${what} is back on the forum`,
        paragraphs: ['Readers reported it. A moderator read it and kept it, and everyone can see it again.'],
      }
    case 'refused':
      return { ...notShown, paragraphs: [`Our automatic check refused it. ${reason}`, howToAppeal] }
    case 'rejected':
      return { ...notShown, paragraphs: ['A moderator read it and decided not to publish it.', howToAppeal] }
    case 'removed':
      return { ...notShown, paragraphs: ['Readers reported it, and a moderator removed it.', howToAppeal] }
    case 'appeal granted':
      return {
        subject: `Your appeal on the ${siteName} forum`,
        heading: 'You were right',
        paragraphs: [`A moderator read your appeal and published your ${what}. Everyone can see it now.`],
      }
    case 'appeal turned down':
      return {
        subject: `Your appeal on the ${siteName} forum`,
        heading: `Your ${what} stays off the forum`,
        paragraphs: ['A moderator read your appeal and decided as before. This decision is final.'],
      }
  }
}

const reasonToWrite = ({ siteName }: Sender, what: string) =>
  `You are receiving this message because you ${what} on the ${siteName} website. You can turn off email updates in your settings.`

const settings = ({ publicUrl }: Sender) => ({
  label: 'Choose which emails you get',
  url: `${publicUrl}/settings?tab=notifications`,
})

const placeOf = ({ publicUrl }: Sender, threadId: number, contentId: number) =>
  `${publicUrl}/forum?thread=${threadId}${contentId === threadId ? '' : `&post=${contentId}`}`

/** Repeats no word of the post: the address may not be proved. */
export function forumDecisionContent(sender: Sender, decided: ForumDecision): MailContent {
  const { paragraphs, ...own } = words(sender.siteName, decided)
  const { threadId, contentId, decision, note } = decided
  return {
    ...own,
    paragraphs: [...paragraphs, ...(note === '' ? [] : [`The moderator wrote: ${note}`])],
    action: {
      label: 'Open the forum',
      url: placeOf(sender, threadId, isShown[decision] ? contentId : threadId),
    },
    secondary: settings(sender),
    reason: reasonToWrite(sender, 'wrote'),
  }
}

/** Tells a reader what came of their report. */
export function reportOutcomeContent(
  sender: Sender,
  { outcome, threadId, contentId }: { outcome: 'kept' | 'removed'; threadId: number; contentId: number },
): MailContent {
  const isKept = outcome === 'kept'
  return {
    subject: `About your report on the forum of ${sender.siteName}`,
    heading: isKept ? 'The post you reported stays' : 'The post you reported is gone',
    paragraphs: [
      isKept
        ? 'A moderator read the post you reported and decided to keep it. Harsh words about ideas, bills and public figures are fine here.'
        : 'A moderator read the post you reported and removed it.',
      'Thank you for telling us.',
    ],
    action: isKept
      ? { label: 'Open the forum', url: placeOf(sender, threadId, contentId) }
      : { label: 'Open the forum', url: `${sender.publicUrl}/forum` },
    secondary: settings(sender),
    reason: reasonToWrite(sender, 'reported a post'),
  }
}
