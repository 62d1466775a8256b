import { shortDate, timeOfDay } from '../../lib/local-dates.ts'

/** 'Aug 1, 2025 9:05 AM', with the time below the date where there is little room. */
export const Stamp = ({ at }: { at: string }) => (
  <time dateTime={at} className="stamp">
    <span>{shortDate(at)}</span> <span>{timeOfDay(at)}</span>
  </time>
)
