/** Messages of the pages behind the links in emails, which no other page needs. */
export const mailConsentMessages = {
  noToken: 'This page only works with the link from one of our emails. Open the full link in this browser.',
  expired: 'This link was used before, or it is older than seven days.',
  unsubscribeWithoutToken:
    'This page works with the link from one of our emails. If you have none at hand, we’ll send you your own link.',
  mailed: { title: 'Check your email', description: 'If this address gets email from us, the link is on its way.' },
  mailFailed: { title: 'Error', description: 'Failed to send the link. Please try again.' },
  unsubscribed: { title: 'You’re unsubscribed', description: 'We won’t send you any more campaign email.' },
  subscribed: { title: 'You’re subscribed', description: 'Welcome back. You’ll hear from us again.' },
  saved: { title: 'Preferences saved', description: 'You’ll only get what you chose.' },
  confirmed: { title: 'You’re on the list', description: 'Thank you. You’ll hear from us.' },
  erased: {
    title: 'You won’t hear from us',
    description: 'Your personal data was erased, so there is nothing left to unsubscribe.',
  },
  failed: { title: 'Update failed', description: 'That didn’t work. Please try again.' },
} as const
