import type { MailChoices } from './mail.ts'

/** The topics that people can choose to hear about, as Settings names them. */
export const mailSwitchLabels: { [Topic in keyof MailChoices]: string } = {
  campaignNews: 'Campaign news',
  volunteerOpportunities: 'Volunteer opportunities',
  eventInvitations: 'Event invitations',
  emailUpdates: 'Email updates',
}
