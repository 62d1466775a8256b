import type { FitnessReplay } from '../../../../contract/fitness-replay.ts'
import type { Estimate } from '../../../../contract/genetic-analytics.ts'
import { points, rangeOf, suffixOf } from '../../../lib/genetic-figures.ts'
import { Cell } from '../../admin/table/Cell.tsx'
import { ScrollTable } from '../../admin/table/ScrollTable.tsx'

type Props = Pick<FitnessReplay, 'pages'>
type Row = FitnessReplay['pages']['rows'][number]

const columns = ['Page', 'Replayed', 'Today', 'Visitors', 'Effective sample']

/** Scores that the pages that ran would have had: today's order and the replayed one side by side. */
export const ReplayPages = ({ pages: { rows, kind } }: Props) => (
  <section className="tile" aria-labelledby="question-pages">
    <div className="question">
      <h2 id="question-pages">1. How would these pages have scored?</h2>
      <span className="badge badge-good">{kind}</span>
    </div>
    <p className="quiet small">
      Recorded visits, weighted by how likely each page was to be shown. Points per 100 visits with 80% ranges; the
      effective sample is how many visitors the number really rests on.
    </p>
    {rows.length === 0 ? (
      <p className="notice">No page was visited in this period.</p>
    ) : (
      <ScrollTable label="Table of replayed pages" columns={columns} className="variations">
        <tbody>
          {rows.toSorted(byReplayedRank).map((row) => (
            <tr key={row.variationId}>
              <Cell label="Page">
                <span className="mono">{suffixOf(row.variationId)}</span>
              </Cell>
              {row.refusal === null ? (
                <>
                  <Cell label="Replayed">
                    <Place rank={row.replayedRank} before={row.todayRank} value={row.replayed} />
                  </Cell>
                  <Cell label="Today">
                    <Place rank={row.todayRank} value={row.today} />
                  </Cell>
                </>
              ) : (
                <td colSpan={2} data-label="Refused">
                  <div className="refusal">{row.refusal}</div>
                </td>
              )}
              <Cell label="Visitors">{row.visitors.toLocaleString('en-US')}</Cell>
              <Cell label="Effective sample">{Math.round(row.effectiveSampleSize).toLocaleString('en-US')}</Cell>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    )}
  </section>
)

const last = Number.MAX_SAFE_INTEGER
const byReplayedRank = (one: Row, other: Row) => (one.replayedRank ?? last) - (other.replayedRank ?? last)

function Place({ rank, before, value }: { rank: number | null; before?: number | null; value: Estimate | null }) {
  if (value === null) return '–'
  const hasMoved = rank !== null && before !== undefined && before !== null && before !== rank
  return (
    <>
      {rank !== null && <strong>{rank}.</strong>} {points(value.mean)}
      <span className="range">{rangeOf(value, points)}</span>
      {hasMoved && (
        <span className="moved">
          {rank < before ? 'up' : 'down'} from {before}
        </span>
      )}
    </>
  )
}
