import type { AnalyzedVariation } from '../../../contract/genetic-analytics.ts'
import { differenceOf, percent, points, seconds } from '../../lib/genetic-figures.ts'
import { Icon } from '../ui/Icon.tsx'
import { Early } from './Early.tsx'
import { Thumbnail } from './Thumbnail.tsx'

type Props = { variations: readonly AnalyzedVariation[]; onShow: (id: string) => void }

/** Administration §9. */
const shown = 5

/** The five fittest; the first one has the trophy (administration §2). */
export const TopVariations = ({ variations, onShow }: Props) => (
  <section aria-labelledby="top-title">
    <h2 id="top-title">Top Performing Variations</h2>
    <ol className="top-list">
      {variations.slice(0, shown).map((variation, place) => (
        <li className={isFirst(variation, place) ? 'tile top-entry top-first' : 'tile top-entry'} key={variation.id}>
          <Top variation={variation} all={variations} isFirst={isFirst(variation, place)} onShow={onShow} />
        </li>
      ))}
    </ol>
  </section>
)

/** A page without visits has won nothing. */
const isFirst = ({ visits }: AnalyzedVariation, place: number) => place === 0 && visits > 0

function Top({
  variation,
  all,
  isFirst,
  onShow,
}: {
  variation: AnalyzedVariation
  all: readonly AnalyzedVariation[]
  isFirst: boolean
  onShow: (id: string) => void
}) {
  const { id, generation, fitnessScore, config, visits, avgTimeOnPage, donationRate, volunteerRate, isEarly } =
    variation
  const figures = [
    ['Fitness', points(fitnessScore)],
    ['Visits', visits.toLocaleString('en-US')],
    ['Avg time', visits === 0 ? '–' : `${seconds(avgTimeOnPage)}s`],
    ['Donation rate', visits === 0 ? '–' : percent(donationRate)],
    ['Volunteer rate', visits === 0 ? '–' : percent(volunteerRate)],
  ] as const
  return (
    <>
      <div className="top-words">
        {isFirst && (
          <span className="trophy">
            <Icon name="trophy" size={22} />
            <span className="visually-hidden">Best variation</span>
          </span>
        )}
        <Thumbnail config={config} />
        <div>
          <h3>{config.headline}</h3>
          <p className="quiet">{config.issueHighlight.title}</p>
          <p className="quiet small">{differenceOf(variation, all, ['headline', 'issueFocus'])}</p>
        </div>
        <span className="badge">Generation {generation}</span>
        {isEarly && <Early />}
      </div>
      <dl className="top-figures">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <button className="button button-small" type="button" onClick={() => onShow(id)}>
        Show this page<span className="visually-hidden">: {config.headline}</span>
      </button>
    </>
  )
}
