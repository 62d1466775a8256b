import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

const what = {
  bounces: 'More than 5% of its mail was refused. Often that means that the list holds old addresses.',
  complaints: 'More than 0.3% of the people who got it reported it as spam.',
}

/** Sent to every admin when the system paused a campaign. */
export function campaignPausedMail(
  sender: Sender,
  to: string,
  { because, campaignId }: { because: 'bounces' | 'complaints'; campaignId: number },
): Mail {
  const mail = renderMail(sender, {
    subject: `An email campaign of ${sender.siteName} was paused`,
    heading: 'An email campaign was paused',
    paragraphs: [
      `Campaign ${campaignId} was paused automatically. ${what[because]}`,
      'Sending more could get all our email blocked. Check which addresses were refused, then resume or cancel the campaign.',
    ],
    action: {
      label: 'Look at the campaign',
      url: `${sender.publicUrl}/email-campaigns?tab=send&campaign=${campaignId}`,
    },
    reason: `You are receiving this message because you administer ${sender.siteName}.`,
  })
  return { to, ...mail }
}
