import type { AnalyzedVariation } from '../../../contract/genetic-analytics.ts'
import { differenceOf, percent, points, seconds, shortHeadline, suffixOf } from '../../lib/genetic-figures.ts'
import { Cell } from '../admin/table/Cell.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Early } from './Early.tsx'
import { Thumbnail } from './Thumbnail.tsx'

type Props = { variations: readonly AnalyzedVariation[]; onShow: (id: string) => void }

const columns = ['Variation', 'Generation', 'Visits', 'Avg Time', 'Donation Rate', 'Volunteer Rate', 'Fitness']
/** Administration §9. */
const marked = 3

/** Every variation ever served, the fittest first (administration §2). */
export const VariationTable = ({ variations, onShow }: Props) => (
  <section aria-labelledby="all-title">
    <h2 id="all-title">All Variations</h2>
    <ScrollTable label="Table of all variations" columns={columns} className="variations">
      <tbody>
        {variations.map((variation, place) => (
          <Row variation={variation} all={variations} place={place} onShow={onShow} key={variation.id} />
        ))}
      </tbody>
    </ScrollTable>
  </section>
)

function Row({
  variation,
  all,
  place,
  onShow,
}: {
  variation: AnalyzedVariation
  all: readonly AnalyzedVariation[]
  place: number
  onShow: (id: string) => void
}) {
  const { id, generation, visits, avgTimeOnPage, donationRate, volunteerRate, fitnessScore, ...rest } = variation
  const isMarked = place < marked && visits > 0
  return (
    <tr className={isMarked ? 'row-marked' : undefined}>
      <Cell label="Variation">
        <span className="variation-name">
          {isMarked && (
            <span className="variation-place">
              <Icon name="trophy" size={16} />
              <span className="visually-hidden">Place {place + 1}: </span>
            </span>
          )}
          <Thumbnail config={rest.config} />
          <button className="link-button" type="button" onClick={() => onShow(id)}>
            <span className="mono">{suffixOf(id)}</span> {shortHeadline(rest.config.headline)}
          </button>
          <span className="cell-excerpt small">{differenceOf(variation, all, ['headline'])}</span>
          {rest.isCurrent && <span className="badge badge-blue">current</span>}
          {rest.isRetired && <span className="badge">retired</span>}
          {rest.isEarly && <Early />}
        </span>
      </Cell>
      <Cell label="Generation">{generation}</Cell>
      <Cell label="Visits">{visits.toLocaleString('en-US')}</Cell>
      <Cell label="Avg Time">{visits === 0 ? '–' : `${seconds(avgTimeOnPage)}s`}</Cell>
      <Cell label="Donation Rate">{visits === 0 ? '–' : percent(donationRate)}</Cell>
      <Cell label="Volunteer Rate">{visits === 0 ? '–' : percent(volunteerRate)}</Cell>
      <Cell label="Fitness">{points(fitnessScore)}</Cell>
    </tr>
  )
}
