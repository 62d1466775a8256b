const day = { month: 'short', day: 'numeric' } as const
const date = new Intl.DateTimeFormat('en-US', { ...day, year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const dayTime = new Intl.DateTimeFormat('en-US', { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** 'Aug 1, 2025', in the reader's time zone. */
export const shortDate = (timestamp: string) => date.format(new Date(timestamp))

/** '9:05 AM', in the reader's time zone. */
export const timeOfDay = (timestamp: string) => time.format(new Date(timestamp))

/** 'Aug 1, 2025 9:05 AM', in the reader's time zone. */
export const dateAndTime = (timestamp: string) => `${shortDate(timestamp)} ${timeOfDay(timestamp)}`

/** 'Aug 1, 21:05', in the reader's time zone (administration §2). */
export const dayAndTime = (timestamp: string) => dayTime.format(new Date(timestamp))
