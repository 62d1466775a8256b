import { paths } from '../paths.ts'

export const messages = {
  missing: { title: 'Missing Information', description: 'Please provide your name and e-mail address.' },
  done: {
    title: 'Endorsement Submitted',
    description: 'Thank you for your endorsement! It will be reviewed before being displayed.',
    next: { label: 'Volunteer with us', path: paths.volunteer },
  },
  failed: { title: 'Error', description: 'Failed to submit endorsement. Please try again.' },
  loading: 'Loading endorsements...',
}
