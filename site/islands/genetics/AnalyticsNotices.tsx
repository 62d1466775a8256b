import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { oddsText, percent, suffixOf, winnersLoss } from '../../lib/genetic-figures.ts'
import { geneticMessages } from '../../lib/genetic-messages.ts'
import { messages } from '../../lib/messages.ts'
import { resume } from '../../stores/genetics/analytics.ts'
import { Icon } from '../ui/Icon.tsx'

type Props = { figures: GeneticAnalytics; onShow: (id: string) => void }

/** Warnings to read before the figures: testing is off, something is wrong, or there is a winner. */
export function AnalyticsNotices({ figures, onShow }: Props) {
  const { isTesting, sampleRatio, pauses, leader } = figures
  return (
    <>
      {!isTesting && <TestingOff />}
      {sampleRatio?.isMismatch && (
        <div className="alert stack-tight" role="alert">
          <p>
            <strong>Do not trust these figures.</strong> Pages were not served or reported as often as their
            probabilities say (p = {sampleRatio.pValue.toExponential(1)}). Look for a script, a cache or a bot that
            treats them differently.
          </p>
          <ul>
            {sampleRatio.pages.map(({ variationId, served, expected, reported }) => (
              <li key={variationId}>
                {suffixOf(variationId)}: served {served.toLocaleString('en-US')}, expected{' '}
                {Math.round(expected).toLocaleString('en-US')}, reported {reported.toLocaleString('en-US')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {pauses.map(({ variationId, reason }) => (
        <div className="alert stack-tight" role="alert" key={variationId}>
          <p>
            <button className="link-button" type="button" onClick={() => onShow(variationId)}>
              {suffixOf(variationId)}
            </button>{' '}
            is <strong>paused</strong>, and no one sees it. {geneticMessages.harms[reason]}
          </p>
          <button className="button button-small" type="button" onClick={() => void resume(variationId)}>
            Resume<span className="visually-hidden"> {suffixOf(variationId)}</span>
          </button>
        </div>
      ))}
      {leader?.isWinner && (
        <div className="verdict verdict-good">
          <Icon name="trophy" size={24} />
          <p>
            <button className="link-button" type="button" onClick={() => onShow(leader.variationId)}>
              {suffixOf(leader.variationId)}
            </button>{' '}
            is the <strong>winner</strong>: at most {percent(winnersLoss, 0)} worse than the best of these pages (
            {percent(leader.expectedLoss, 1)} expected), and the odds that it beats the others are{' '}
            {oddsText(leader.odds)}.
          </p>
        </div>
      )}
    </>
  )
}

export const TestingOff = () => (
  <p className="verdict">
    <Icon name="ban" size={24} />
    <span>
      <strong>{messages.genetics.testingOff.title}.</strong> {messages.genetics.testingOff.description}
    </span>
  </p>
)
