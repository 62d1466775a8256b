/** Runs now and then every minute, one run at a time. The returned function stops it and waits for the current run. */
export function everyMinute(
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  every = 60_000, // ms
): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const run = () => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, every).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
