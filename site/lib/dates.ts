import { campaign } from '../../contract/campaign.ts'

const long = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: campaign.timeZone,
})

/** 'August 1, 2025', in the campaign's time zone, so server and browser agree. */
export const longDate = (timestamp: string) => long.format(new Date(timestamp))

const short = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: campaign.timeZone,
})

/** 'Aug 1, 2025', in the campaign's time zone: for pages that are the same for everyone. */
export const publicDate = (timestamp: string) => short.format(new Date(timestamp))

/** The day of the last moment before an end, such as that of a role, in the campaign’s time zone. */
export const lastDayBefore = (end: string) => publicDate(new Date(Date.parse(end) - 1).toISOString())

const minute = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone: campaign.timeZone,
})

/** 'Aug 1, 2025 9:05 AM EDT', in the campaign's time zone, which readers elsewhere need to know. */
export const publicDateAndTime = (timestamp: string) => `${publicDate(timestamp)} ${minute.format(new Date(timestamp))}`

const calendar = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** '2026-05-09' → 'May 9, 2026', the same in every time zone. */
export const calendarDate = (date: string) => calendar.format(new Date(date))

/** '2026-05-09' → 'May 9'. */
export const calendarDay = (date: string) => monthDay.format(new Date(date))

/** '2026-11-07' → 'Saturday, Nov 7, 2026'. */
export const weekdayAndDate = (date: string) => `${weekday.format(new Date(date))}, ${calendarDate(date)}`

/** '18:30' → '6:30 PM'. */
export const clockTime = (time: string) => clock.format(new Date(`1970-01-01T${time}:00Z`))
