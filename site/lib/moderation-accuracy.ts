import type { AccuracyRow } from '../../contract/moderation-accuracy.ts'

export type Counts = Pick<AccuracyRow, 'right' | 'wrong' | 'missed'>
export type ChosenType = AccuracyRow['violationType'] | 'all'

/** The counts of each week, oldest first, for one type of violation or all of them. */
export function countsPerWeek(
  { weeks, rows }: { weeks: readonly string[]; rows: readonly AccuracyRow[] },
  type: ChosenType,
): (Counts & { week: string })[] {
  return weeks.map((week) => {
    const own = rows.filter((row) => row.week === week && (type === 'all' || row.violationType === type))
    return { week, ...sumOf(own) }
  })
}

export const sumOf = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (sum, row) => ({ right: sum.right + row.right, wrong: sum.wrong + row.wrong, missed: sum.missed + row.missed }),
    { right: 0, wrong: 0, missed: 0 },
  )

/** Percent; NaN while people have decided nothing that tells it. */
const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : Math.round((100 * part) / whole))

/** Of the posts that the check took for a violation, how many people rejected. */
export const precisionOf = ({ right, wrong }: Counts) => share(right, right + wrong)
/** Of the violations that people found, how many the check had stopped. */
export const recallOf = ({ right, missed }: Counts) => share(right, right + missed)

export const percentOrDash = (percent: number) => (Number.isNaN(percent) ? '–' : `${percent}%`)
