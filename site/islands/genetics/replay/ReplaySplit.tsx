import type { FitnessReplay } from '../../../../contract/fitness-replay.ts'
import { percent, points, rangeOf } from '../../../lib/genetic-figures.ts'

type Props = Pick<FitnessReplay, 'split'> & { isUniform: boolean }

/** The value of a visit if another rule had split the traffic: three estimates that should agree. */
export function ReplaySplit({ split, isUniform }: Props) {
  const { kind, actual, ips, snips, doublyRobust, effectiveSampleSize, coverage, refusal } = split
  const estimates = [
    ['What really happened', actual],
    ['Inverse propensity (IPS)', ips],
    ['Self-normalized (SNIPS)', snips],
    ['Doubly robust (DR)', doublyRobust],
  ] as const
  return (
    <section className="tile" aria-labelledby="question-split">
      <div className="question">
        <h2 id="question-split">2. What if traffic had been split another way?</h2>
        <span className="badge badge-blue">{kind}</span>
      </div>
      <p className="quiet small">
        {isUniform ? 'Equal chance for every page' : 'This site’s usual way of choosing pages'}, among the pages that
        ran. Points per 100 visits with 80% ranges.
      </p>
      {refusal !== null && <p className="refusal">{refusal}</p>}
      <dl className="facts">
        {estimates.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === null ? '–' : points(value.mean)}
              {value !== null && <span className="range">{rangeOf(value, points)}</span>}
            </dd>
          </div>
        ))}
        <div>
          <dt>Effective sample</dt>
          <dd>{Math.round(effectiveSampleSize).toLocaleString('en-US')} visitors</dd>
        </div>
        <div>
          <dt>Coverage</dt>
          <dd>{percent(coverage, 1)}</dd>
        </div>
      </dl>
    </section>
  )
}
