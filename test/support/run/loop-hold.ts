/** ms of this thread's processor time: other programs on the machine do not count. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest time in ms for which the work lets the event loop do nothing else. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = ownTime()
  let isDone = false
  const measure = () => {
    const now = ownTime()
    longest = Math.max(longest, now - last)
    last = now
  }
  const tick = () => {
    measure()
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  try {
    await work()
  } finally {
    isDone = true
    measure() // what came after the last turn
  }
  return longest
}

const sample = JSON.stringify(Array.from({ length: 150_000 }, (_, n) => ({ n, name: `row ${n}`, isOn: true })))

/**
 * 50 ms, or as long as this machine takes for what takes the machine of docs/performance.md some 50 ms: reading 6.4 MB of
 * JSON.
 */
export function maxHold(): number {
  const times = [1, 2, 3].map(() => {
    const start = ownTime()
    JSON.parse(sample)
    return ownTime() - start
  })
  return Math.max(50, ...times)
}
