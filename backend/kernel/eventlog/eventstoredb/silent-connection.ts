/** Time to read answers that have arrived while this process was busy. */
const grace = 50 // ms
/** A timer this late means that this process was busy. */
const busyAfter = 250 // ms

export type SilenceWatch = {
  /** A call has started. Returns a function to call when it has ended. */
  begin(): () => void
  /** The server answered. */
  touch(): void
  stop(): void
}

/**
 * Calls `onSilent` whenever calls wait and the server has not answered for `limit` ms; then the timeout starts again.
 */
export function createSilenceWatch({
  limit,
  onSilent,
  now = () => performance.now(),
}: {
  limit: number
  onSilent: () => void
  now?: () => number
}): SilenceWatch {
  let waiting = 0
  let since = 0
  let isOverdue = false
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0

  function wait(milliseconds: number): void {
    dueAt = now() + milliseconds
    timer = setTimeout(look, milliseconds)
  }

  function look(): void {
    // This process was too busy to read the server’s answers.
    if (now() - dueAt > busyAfter) since = now()
    const left = since + limit - now()
    if (left > 0) isOverdue = false
    else if (isOverdue) {
      isOverdue = false
      since = now()
      onSilent()
    } else isOverdue = true
    timer = undefined
    if (waiting > 0) wait(isOverdue ? grace : since + limit - now())
  }

  return {
    begin() {
      if (waiting++ === 0) {
        since = now()
        isOverdue = false
        if (timer === undefined) wait(limit)
      }
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        waiting--
      }
    },
    touch() {
      since = now()
    },
    stop: () => clearTimeout(timer),
  }
}
