import type { MailChoices } from '../../contract/mail-consents.ts'
import { mailSwitchLabels } from '../../records/mail-switch-labels.ts'

/** Topics that people can choose to hear about, in order (§2). */
export const mailSwitches: { name: keyof MailChoices; label: string; help: string }[] = [
  {
    name: 'campaignNews',
    label: mailSwitchLabels.campaignNews,
    help: 'What we stand for, where we will be, and what we have achieved.',
  },
  {
    name: 'volunteerOpportunities',
    label: mailSwitchLabels.volunteerOpportunities,
    help: 'When we need your help or your skills near you.',
  },
  {
    name: 'eventInvitations',
    label: mailSwitchLabels.eventInvitations,
    help: 'Town halls, rallies and meetings near you.',
  },
  {
    name: 'emailUpdates',
    label: mailSwitchLabels.emailUpdates,
    help: 'An occasional summary of everything above, and decisions about your forum posts and reports.',
  },
]
