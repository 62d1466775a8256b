/** Null when there is no result within `timeout` ms; what is under way goes on. */
export async function inTime<Result>(result: Promise<Result>, timeout: number): Promise<Result | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, timeout, null).unref()
  try {
    return await Promise.race([result, promise])
  } finally {
    clearTimeout(timer)
  }
}
