import { tryAgain } from './messages.ts'

/** Apart from the other messages, so that only the page of the test loads them. */
export const geneticMessages = {
  harms: {
    errors:
      'Far more of its views than of other pages’ were never reported: a script or a request may be failing on it.',
    signups: 'Its visitors donate and volunteer at most half as often as those of other pages.',
  },
  resumed: { title: 'Page resumed', description: 'New visitors may see it again, and it won’t be paused again.' },
  resumeFailed: { title: 'Error resuming the page', description: tryAgain },
}
