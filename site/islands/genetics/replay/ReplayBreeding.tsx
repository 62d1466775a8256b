import type { FitnessReplay } from '../../../../contract/fitness-replay.ts'
import { suffixOf } from '../../../lib/genetic-figures.ts'

/** Which pages would have been bred: known up to the first generation that differs, and not beyond. */
export function ReplayBreeding({ breeding: { kind, same, differs, refusal } }: Pick<FitnessReplay, 'breeding'>) {
  return (
    <section className="tile stack-tight" aria-labelledby="question-breeding">
      <div className="question">
        <h2 id="question-breeding">3. Which pages would have been bred?</h2>
        <span className="badge badge-waiting">{kind}</span>
      </div>
      {refusal !== null ? (
        <p className="refusal">{refusal}</p>
      ) : (
        <p>
          {differs === null
            ? `All ${same.toLocaleString('en-US')} generations come out the same.`
            : `${same === 1 ? 'One generation comes' : `${same.toLocaleString('en-US')} generations come`} out the same. Generation ${differs.generation} is the first that differs; what would have followed was never shown to anyone.`}
        </p>
      )}
      {differs !== null && (
        <dl className="facts">
          <div>
            <dt>Recorded</dt>
            <dd className="mono">{differs.recorded.map(suffixOf).join(', ')}</dd>
          </div>
          <div>
            <dt>Replayed</dt>
            <dd className="mono">{differs.replayed.map(suffixOf).join(', ')}</dd>
          </div>
        </dl>
      )}
    </section>
  )
}
