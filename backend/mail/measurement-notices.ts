import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'
import { becauseOfTeam } from './staff-reason.ts'

const harms = {
  errors: 'Far more of its views than of other pages’ were never reported: a script or a request may be failing on it.',
  signups: 'Its visitors donated and volunteered at most half as often as those of the other pages.',
}

/** Sent to staff when a variation is no longer shown because it does harm. */
export function pausedVariationMail(
  sender: Sender,
  to: string,
  { variationId, reason }: { variationId: string; reason: keyof typeof harms },
): Mail {
  const shortId = variationId.slice(variationId.indexOf('_') + 1)
  return renderMail(sender, to, {
    subject: `A variation of the home page of ${sender.siteName} is paused`,
    heading: 'A variation of the home page is paused',
    paragraphs: [
      `No one sees variation ${shortId} anymore. ${harms[reason]} Chance alone would do that less than once in ten thousand times.`,
      'Please look at the page, and resume it if nothing is wrong with it.',
    ],
    action: { label: 'Look at the page', url: `${sender.publicUrl}/genetic-analytics` },
    reason: becauseOfTeam(sender),
  })
}

/** Sent to staff when pages are served or reported differently than their recorded chances say. */
export const measurementAlarmMail = (sender: Sender, to: string): Mail =>
  renderMail(sender, to, {
    subject: `Something is wrong with the page test of ${sender.siteName}`,
    heading: 'Do not trust the page test right now',
    paragraphs: [
      'The variations of the home page were not shown or reported as often as they should have been. Chance alone would do that less than once in a thousand times.',
      'The usual causes are a cache in front of the site, a script that fails on one variation, or a bot. Until the cause is found, the page with the best figures may not be the best page.',
    ],
    action: { label: 'See which pages differ', url: `${sender.publicUrl}/genetic-analytics` },
    reason: becauseOfTeam(sender),
  })
