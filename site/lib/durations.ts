/** '2 h', '3 d', '5 min', '< 1 min': a number of seconds in its largest unit, for where there is little room. */
export function shortDuration(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, seconds / 3600, seconds / 60].map(Math.floor)
  if (days) return `${days.toLocaleString('en-US')} d`
  if (hours) return `${hours} h`
  return minutes ? `${minutes} min` : '< 1 min'
}

const units = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3600, name: 'hour' },
  { seconds: 60, name: 'minute' },
] as const

/** '3 days', '2 hours', '5 minutes', 'less than a minute': a number of seconds in its largest unit, rounded. */
export function durationText(seconds: number): string {
  const unit = units.find((one) => seconds >= one.seconds * 0.995) // 23 h 59 min is a day
  if (!unit) return 'less than a minute'
  const count = Math.round(seconds / unit.seconds)
  return `${count.toLocaleString('en-US')} ${unit.name}${count === 1 ? '' : 's'}`
}
