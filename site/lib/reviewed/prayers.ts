import { checkInput } from '../messages.ts'
import { paths } from '../paths.ts'

export const messages = {
  missing: { title: 'Missing Information', description: 'Please provide your name and prayer.' },
  invalid: { title: 'Invalid Data', description: checkInput },
  done: {
    title: 'Prayer Submitted',
    description: 'Thank you for your prayer. It will be reviewed before being displayed.',
    next: { label: 'Get our news by email', path: paths.signUp },
  },
  failed: { title: 'Error', description: 'Failed to submit prayer. Please try again.' },
  none: 'No prayers have been shared yet. Be the first to share your prayer with our community.',
}
