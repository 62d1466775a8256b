/** Answers that have arrived but were not read yet, because this process was busy. */
const grace = 50 // ms
/** A timer that comes so late tells that this process was busy. */
const busyAfter = 250 // ms

export type SilenceWatch = {
  /** A call is on its way. Returns what to call when it has ended. */
  begin(): () => void
  /** The server gave a sign. */
  heard(): void
  stop(): void
}

/** Calls `onSilent` whenever calls wait and the server has given no sign for `limit` ms; then the time starts anew. */
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
    // This process was busy itself, so it heard nothing.
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
    heard() {
      since = now()
    },
    stop: () => clearTimeout(timer),
  }
}
