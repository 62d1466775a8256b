import { Progress } from '@base-ui/react/progress'
import { useStore } from '@nanostores/react'
import { $supporters } from '../stores/supporters.ts'

/** Shown only from 20 supporters on (§9). */
export function SupporterTracker() {
  const { isShown, signups, volunteers, goal, percent } = useStore($supporters)
  if (!isShown) return null
  return (
    <section className="tracker" aria-label="Supporters">
      <dl className="tracker-counts">
        <div>
          <dd>{signups.toLocaleString('en-US')}</dd>
          <dt>patriots signed up</dt>
        </div>
        <div>
          <dd>{volunteers.toLocaleString('en-US')}</dd>
          <dt>volunteers</dt>
        </div>
      </dl>
      <Progress.Root className="tracker-progress" value={percent}>
        <Progress.Label className="tracker-label">Next goal: {goal.toLocaleString('en-US')}</Progress.Label>
        <Progress.Value className="tracker-percent" />
        <Progress.Track className="tracker-track">
          <Progress.Indicator className="tracker-indicator" />
        </Progress.Track>
      </Progress.Root>
    </section>
  )
}
