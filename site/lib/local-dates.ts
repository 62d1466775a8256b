import { format } from 'date-fns'

// Separate from dates.ts, so that public pages, which show the campaign’s time, do not load date-fns.

/** 'Aug 1, 2025', in the reader's time zone. */
export const shortDate = (timestamp: string) => format(new Date(timestamp), 'MMM d, yyyy')

/** 'Aug 1, 2025 9:05 AM', in the reader's time zone. */
export const dateAndTime = (timestamp: string) => format(new Date(timestamp), 'MMM d, yyyy h:mm a')

/** '9:05 AM', in the reader's time zone. */
export const timeOfDay = (timestamp: string) => format(new Date(timestamp), 'h:mm a')

/** 'Aug 1, 21:05', in the reader's time zone (administration §2). */
export const dayAndTime = (timestamp: string) => format(new Date(timestamp), 'MMM d, HH:mm')
