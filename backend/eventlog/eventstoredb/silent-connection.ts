/** Answers that have arrived but were not read yet, because this process was busy. */
const grace = 50 // ms

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

  function look(): void {
    const left = since + limit - now()
    if (left > 0) isOverdue = false
    else if (isOverdue) {
      isOverdue = false
      since = now()
      onSilent()
    } else isOverdue = true
    timer = waiting > 0 ? setTimeout(look, isOverdue ? grace : since + limit - now()) : undefined
  }

  return {
    begin() {
      if (waiting++ === 0) {
        since = now()
        isOverdue = false
        timer ??= setTimeout(look, limit)
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
