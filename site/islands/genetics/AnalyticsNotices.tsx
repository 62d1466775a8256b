import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { percent, suffixOf } from '../../lib/genetic-figures.ts'
import { messages } from '../../lib/messages.ts'
import { Icon } from '../ui/Icon.tsx'

type Props = { figures: GeneticAnalytics; onShow: (id: string) => void }

/** Warnings to read before the figures: testing is off, something is wrong, or there is a winner. */
export function AnalyticsNotices({ figures: { isTesting, sampleRatio, winner }, onShow }: Props) {
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
      {winner !== null && (
        <div className={winner.status === 'confirmed' ? 'verdict verdict-good' : 'verdict'}>
          <Icon name={winner.status === 'confirmed' ? 'trophy' : 'clock'} size={24} />
          <p>
            <button className="link-button" type="button" onClick={() => onShow(winner.variationId)}>
              {suffixOf(winner.variationId)}
            </button>{' '}
            {winner.status === 'confirmed' ? (
              <>
                is the <strong>winner</strong>: the best of the five with {percent(winner.probabilityBest, 0)}{' '}
                probability, and {winner.freshVisitors.toLocaleString('en-US')} fresh visitors agree.
              </>
            ) : (
              <>
                is probably the best of the five ({percent(winner.probabilityBest, 0)}). Fresh visits have to agree
                before it is called the winner: {winner.freshVisitors.toLocaleString('en-US')} on it and{' '}
                {winner.freshOthers.toLocaleString('en-US')} on others so far
                {winner.freshProbability !== null && `, ${percent(winner.freshProbability, 0)} by these alone`}.
              </>
            )}
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
