import { useStore } from '@nanostores/react'
import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { $evolution, type Evolution, evolve } from '../../stores/genetics/evolution.ts'
import { BusyButton } from '../ui/BusyButton.tsx'

/** Evolves at once, and says when it happens by itself (administration §2). */
export function EvolutionControl({ figures }: { figures: GeneticAnalytics }) {
  const evolution = useStore($evolution)
  const { every, perPage, visitorsSince, fewest } = figures.evolution
  const isThin = figures.isTesting && fewest < perPage
  return (
    <section className="card evolution" aria-labelledby="evolution-title">
      <div className="stack-tight">
        <h2 id="evolution-title">Evolution Control</h2>
        {figures.isTesting ? (
          <p className="quiet">
            Next generation after {every.toLocaleString('en-US')} visitors, at least {perPage} per page. So far:{' '}
            {visitorsSince.toLocaleString('en-US')} visitors; least-visited page: {fewest.toLocaleString('en-US')}.
            {figures.scoredAt !== null && ` Scored ${dateAndTime(figures.scoredAt)}.`}
          </p>
        ) : (
          <p className="quiet">Nothing evolves while testing is off.</p>
        )}
        {isThin && (
          <p className="caution" id="evolution-caution">
            At least one page has fewer than {perPage} visits, so there is little to learn from yet. You can still
            evolve now.
          </p>
        )}
      </div>
      <div className="evolution-do">
        <BusyButton
          className="button button-primary"
          busy="Evolving..."
          isBusy={evolution.status === 'evolving'}
          onClick={() => void evolve()}
        >
          Evolve to Next Generation
        </BusyButton>
        <div role="status">
          <Outcome evolution={evolution} />
        </div>
      </div>
    </section>
  )
}

function Outcome({ evolution }: { evolution: Evolution }) {
  const { evolvedHere, failedHere } = messages.genetics
  switch (evolution.status) {
    case 'idle':
    case 'evolving':
      return null
    case 'evolved':
      return (
        <>
          <p className="outcome-good">{evolvedHere}</p>
          {evolution.warning !== null && <p className="caution">{evolution.warning}</p>}
        </>
      )
    case 'failed':
      return (
        <>
          <p className="outcome-bad">{failedHere}</p>
          {evolution.sentence !== null && <p>{evolution.sentence}</p>}
        </>
      )
  }
}
