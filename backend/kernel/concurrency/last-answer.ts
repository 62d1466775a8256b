import { inTime } from './in-time.ts'

/**
 * Calls, and after `limit` ms returns the last result instead, if it is at most `validFor` ms old; null when there is
 * none. A slower call continues, and its result counts for the next caller; there is never more than one in progress. A
 * result is returned again, without a call, for `freshFor` ms.
 */
export function createLastAnswer<Answer extends object>(
  question: () => Promise<Answer>,
  {
    limit,
    validFor,
    freshFor = 0,
    now = () => performance.now(),
  }: { limit: number; validFor: number; freshFor?: number; now?: () => number },
): () => Promise<Answer | null> {
  let last: { answer: Answer; at: number } | null = null
  let asking: Promise<Answer> | null = null

  function ask(): Promise<Answer> {
    asking ??= question()
      .then((answer) => {
        last = { answer, at: now() }
        return answer
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  return async () => {
    if (last !== null && now() - last.at < freshFor) return last.answer
    const asked = ask()
    const answer = await inTime(asked, limit)
    if (answer !== null) return answer
    asked.catch(() => {}) // the next caller calls again
    return last !== null && now() - last.at <= validFor ? last.answer : null
  }
}
