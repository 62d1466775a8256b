import type { Progress } from './progress.ts'

type Output = { write(text: string): unknown; isTTY?: boolean }

const barWidth = 30 // characters
const bar = { interval: 100, clear: '\r\x1b[K' } // ms
const lines = { interval: 1000 } // ms

/**
 * Shows the progress of a long run: on a terminal one bar with events/s (or another `unit`) and time left, otherwise a
 * JSON line per second. Without `total` and `secondsLeft` there is no bar. The last event of a known total is always
 * shown.
 */
export function createProgressBar(
  label: string,
  out: Output = process.stderr,
  now: () => number = () => performance.now(),
  unit = 'events',
): (progress: Progress) => void {
  let shownAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    const isLast = progress.total !== null && progress.done >= progress.total
    const interval = out.isTTY ? bar.interval : lines.interval
    if (!isLast && now() - shownAt < interval) return
    shownAt = now()
    if (out.isTTY) out.write(`${bar.clear}${barLine(label, progress, unit)}${isLast ? '\n' : ''}`)
    else out.write(`${JSON.stringify({ progress: label, ...rounded(progress) })}\n`)
  }
}

function barLine(label: string, { done, total, perSecond, secondsLeft }: Progress, unit: string): string {
  const speed = `${count(done)} ${unit}, ${count(perSecond)}/s`
  if (total === null || secondsLeft === null) return `${label}: ${speed}`
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const drawn = '#'.repeat(filled).padEnd(barWidth, '.')
  return `${label}: [${drawn}] ${Math.floor(share * 100)} %, ${speed}, ${duration(secondsLeft)} left`
}

function rounded({ done, total, perSecond, secondsLeft }: Progress): Progress {
  return { done, total, perSecond: Math.round(perSecond), secondsLeft: secondsLeft && Math.ceil(secondsLeft) }
}

const count = (value: number) => Math.round(value).toLocaleString('en-US')

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
