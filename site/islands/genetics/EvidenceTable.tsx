import type { AnalyzedVariation, GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { percent, points, rangeOf, suffixOf } from '../../lib/genetic-figures.ts'
import { Cell } from '../admin/table/Cell.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { Early } from './Early.tsx'

type Props = {
  variations: readonly AnalyzedVariation[]
  leader: GeneticAnalytics['leader']
  onShow: (id: string) => void
}

const columns = ['Page', 'Visitors', 'Donations', 'Volunteers', 'Fitness', 'Best of the five', 'Shown to']

/** The pages of this generation, with the estimates for each and their certainty. */
export const EvidenceTable = ({ variations, leader, onShow }: Props) => {
  const current = variations.filter(({ isCurrent }) => isCurrent)
  if (current.length === 0) return null
  return (
    <section aria-labelledby="evidence-title">
      <h2 id="evidence-title">What we know about this generation</h2>
      <p className="quiet small">
        Each visitor counts once. The true value lies in the range with 80% probability. Below 100 visitors or 5
        conversions it is too early to say.
      </p>
      <ScrollTable label="Table of what we know about this generation" columns={columns} className="variations">
        <tbody>
          {current.map((variation) => (
            <tr key={variation.id}>
              <Cell label="Page">
                <span className="variation-name">
                  <button className="link-button" type="button" onClick={() => onShow(variation.id)}>
                    <span className="mono">{suffixOf(variation.id)}</span> {variation.config.headline}
                  </button>
                  {leader?.isWinner && leader.variationId === variation.id && (
                    <span className="badge badge-good">winner</span>
                  )}
                </span>
              </Cell>
              <Cell label="Visitors">{variation.visitors.toLocaleString('en-US')}</Cell>
              <Cell label="Donations">
                <Rate rate={variation.donation} isEarly={variation.isEarly} />
              </Cell>
              <Cell label="Volunteers">
                <Rate rate={variation.volunteer} isEarly={variation.isEarly} />
              </Cell>
              <Cell label="Fitness">
                {variation.fitness === null ? '–' : points(variation.fitness.mean)}
                {variation.fitness !== null && <Range>{rangeOf(variation.fitness, points)}</Range>}
              </Cell>
              <Cell label="Best of the five">
                {variation.probabilityBest === null ? '–' : percent(variation.probabilityBest, 0)}
              </Cell>
              <Cell label="Shown to">
                {variation.probabilityServed === null
                  ? '–'
                  : `${percent(variation.probabilityServed, 0)} of new visitors`}
              </Cell>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  )
}

const Range = ({ children }: { children: string }) => <span className="range">{children}</span>

function Rate({ rate: { observed, estimate }, isEarly }: { rate: AnalyzedVariation['donation']; isEarly: boolean }) {
  if (isEarly) return <Early />
  return (
    <>
      {observed === null ? '–' : percent(observed)}
      {estimate !== null && <Range>{rangeOf(estimate, percent)}</Range>}
    </>
  )
}
