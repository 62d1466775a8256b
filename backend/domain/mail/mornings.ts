/** The hour of the campaign’s clock from which mail that waited for the morning leaves. */
const morning = '08:00'

type Clock = { dateAt(now: Date): string; momentOf(wallTime: string): Date | null }

const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 24 * 3_600_000).toISOString().slice(0, 10)

/** The first morning after `now`: tomorrow’s, or today’s while it is still night. */
export function nextMorning(now: Date, clock: Clock): Date {
  for (let date = clock.dateAt(now); ; date = dayAfter(date)) {
    const at = clock.momentOf(`${date}T${morning}`)
    if (at !== null && at > now) return at
  }
}
