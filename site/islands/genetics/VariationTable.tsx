import type { AnalyzedVariation } from '../../../contract/genetic-analytics.ts'
import { percent, points, seconds, shortHeadline, suffixOf } from '../../lib/genetic-figures.ts'
import { Cell } from '../admin/table/Cell.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Early } from './Early.tsx'

type Props = { variations: readonly AnalyzedVariation[]; onShow: (id: string) => void }

const columns = ['Variation', 'Generation', 'Visits', 'Avg Time', 'Donation Rate', 'Volunteer Rate', 'Fitness']
/** Administration §9. */
const marked = 3

/** Every variation ever served, the fittest first (administration §2). */
export const VariationTable = ({ variations, onShow }: Props) => (
  <section aria-labelledby="all-title">
    <h2 id="all-title">All Variations</h2>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
    <section className="table-scroll" tabIndex={0} aria-label="Table of all variations">
      <table className="table variations">
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variations.map((variation, place) => (
            <Row variation={variation} place={place} onShow={onShow} key={variation.id} />
          ))}
        </tbody>
      </table>
    </section>
  </section>
)

function Row({
  variation: { id, generation, visits, avgTimeOnPage, donationRate, volunteerRate, fitnessScore, ...rest },
  place,
  onShow,
}: {
  variation: AnalyzedVariation
  place: number
  onShow: (id: string) => void
}) {
  return (
    <tr className={place < marked ? 'row-marked' : undefined}>
      <Cell label="Variation">
        <span className="variation-name">
          {place < marked && (
            <span className="place">
              <Icon name="trophy" size={16} />
              <span className="visually-hidden">Place {place + 1}: </span>
            </span>
          )}
          <button className="variation-link" type="button" onClick={() => onShow(id)}>
            <span className="mono">{suffixOf(id)}</span> {shortHeadline(rest.config.headline)}
          </button>
          {rest.isCurrent && <span className="badge badge-blue">current</span>}
          {rest.isRetired && <span className="badge">retired</span>}
          {rest.isEarly && <Early />}
        </span>
      </Cell>
      <Cell label="Generation">{generation}</Cell>
      <Cell label="Visits">{visits.toLocaleString('en-US')}</Cell>
      <Cell label="Avg Time">{seconds(avgTimeOnPage)}s</Cell>
      <Cell label="Donation Rate">{percent(donationRate)}</Cell>
      <Cell label="Volunteer Rate">{percent(volunteerRate)}</Cell>
      <Cell label="Fitness">{points(fitnessScore)}</Cell>
    </tr>
  )
}
