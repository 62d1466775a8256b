import type { MailPurpose } from './email-segments.ts'

/** The topics that people can choose to hear about, as Settings names them. */
export const mailSwitchLabels: { [Purpose in MailPurpose]: string } = {
  campaignNews: 'Campaign news',
  volunteerOpportunities: 'Volunteer opportunities',
  eventInvitations: 'Event invitations',
  emailUpdates: 'Email updates',
}
