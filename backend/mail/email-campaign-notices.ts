import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'
import { becauseOfTeam } from './staff-reason.ts'

const what = {
  bounces: 'More than 5% of its mail was refused. Often that means that the list holds old addresses.',
  complaints: 'More than 0.3% of the people who got it reported it as spam.',
}

type Notice = { because: 'bounces' | 'complaints'; campaignId: number; name: string }

/** Sent to staff when the system paused a campaign. */
export const emailCampaignPausedMail = (sender: Sender, to: string, { because, campaignId, name }: Notice): Mail =>
  renderMail(sender, to, {
    subject: `An email campaign of ${sender.siteName} was paused`,
    heading: 'An email campaign was paused',
    paragraphs: [
      `“${name}” was paused automatically. ${what[because]}`,
      'Sending more could get all our email blocked. Check which addresses were refused, then resume or cancel the campaign.',
    ],
    action: {
      label: 'Look at the campaign',
      url: `${sender.publicUrl}/email-campaigns?tab=send&campaign=${campaignId}`,
    },
    reason: becauseOfTeam(sender),
  })

/** Sent to staff when more was reported of an email campaign than pauses one, but it was over by then. */
export const emailCampaignExceededMail = (sender: Sender, to: string, { because, campaignId, name }: Notice): Mail =>
  renderMail(sender, to, {
    subject: `An email campaign of ${sender.siteName} had too many ${because}`,
    heading: `An email campaign had too many ${because}`,
    paragraphs: [
      `“${name}” had been sent to everyone when this was reported. ${what[because]}`,
      'The next campaign could get all our email blocked. Find out what was different about these people before you send it.',
    ],
    action: {
      label: 'Look at the campaign',
      url: `${sender.publicUrl}/email-campaigns?tab=send&campaign=${campaignId}`,
    },
    reason: becauseOfTeam(sender),
  })

type Stopped = {
  campaignId: number
  name: string
  /** Goes on after the name of the email campaign. */
  what: string
  next: string
}

/** Sent to staff who may send when an email campaign does not go out, or not go on, unless one of them decides so. */
export const emailCampaignStoppedMail = (sender: Sender, to: string, { campaignId, name, what, next }: Stopped): Mail =>
  renderMail(sender, to, {
    subject: `An email campaign of ${sender.siteName} waits for you`,
    heading: 'An email campaign waits for you',
    paragraphs: [`“${name}” ${what}`, next],
    action: {
      label: 'Look at the campaign',
      url: `${sender.publicUrl}/email-campaigns?tab=send&campaign=${campaignId}`,
    },
    reason: becauseOfTeam(sender),
  })
