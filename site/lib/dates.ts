import { format } from 'date-fns'
import { campaign } from '../content/campaign.ts'

const long = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: campaign.timeZone,
})

/** 'August 1, 2025', in the campaign's time zone, so that server and browser agree. */
export const longDate = (timestamp: string) => long.format(new Date(timestamp))

/** 'Aug 1, 2025', in the reader's time zone. */
export const shortDate = (timestamp: string) => format(new Date(timestamp), 'MMM d, yyyy')

/** 'Aug 1, 2025 9:05 AM', in the reader's time zone. */
export const dateAndTime = (timestamp: string) => format(new Date(timestamp), 'MMM d, yyyy h:mm a')
