import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { averageFitness, controlSentence, liftSentence, points, verdictOf } from '../../lib/genetic-figures.ts'
import { messages } from '../../lib/messages.ts'
import { analytics } from '../../stores/genetics/analytics.ts'
import { LoadFailure, OutdatedNotice } from '../admin/LoadFailure.tsx'
import { AnalyticsNotices } from './AnalyticsNotices.tsx'
import { EvidenceTable } from './EvidenceTable.tsx'
import { EvolutionControl } from './EvolutionControl.tsx'
import { GeneEffects } from './GeneEffects.tsx'
import { GenerationChart } from './GenerationChart.tsx'
import { TopVariations } from './TopVariations.tsx'
import { VariationDialog } from './VariationDialog.tsx'
import { VariationTable } from './VariationTable.tsx'
import { Verification } from './Verification.tsx'

/** Everything measured so far, refetched every 30 seconds (administration §2). */
export function Analytics() {
  const state = useStore(analytics.$state)
  switch (state.status) {
    case 'loading':
      return <AnalyticsSkeleton />
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={analytics.reload} />
    case 'loaded':
      return (
        <div className="analytics">
          <OutdatedNotice state={state} onRetry={analytics.reload} />
          {state.value.variations.length === 0 ? (
            <p className="notice">{messages.genetics.none}</p>
          ) : (
            <Figures figures={state.value} />
          )}
        </div>
      )
  }
}

function Figures({ figures }: { figures: GeneticAnalytics }) {
  const [shown, show] = useState<string | null>(null)
  const { variations, generations, effects } = figures
  return (
    <>
      <Verdict figures={figures} />
      <Stats figures={figures} />
      <AnalyticsNotices figures={figures} onShow={show} />
      <EvolutionControl figures={figures} />
      <TopVariations variations={variations} onShow={show} />
      <VariationTable variations={variations} onShow={show} />
      <EvidenceTable variations={variations} leader={figures.leader} onShow={show} />
      <GenerationChart generations={generations} />
      <GeneEffects effects={effects} />
      <Verification verification={figures.verification} refusedReports={figures.refusedReports} />
      <VariationDialog id={shown} variations={variations} onShow={show} />
    </>
  )
}

/** One sentence: what is known, or how long it will take. The rest is small print. */
function Verdict({ figures }: { figures: GeneticAnalytics }) {
  const { lift } = figures
  const verdict = verdictOf(figures, Date.now())
  if (lift === null) return verdict !== null && <p className="lead-sentence">{verdict}</p>
  return (
    <div className="stack-tight">
      <p className="lead-sentence">{liftSentence(lift)}</p>
      <p className="quiet">
        {controlSentence(lift)} {verdict}
      </p>
    </div>
  )
}

function Stats({ figures }: { figures: GeneticAnalytics }) {
  const { currentGeneration, totalVisits, populationSize, variations } = figures
  const cards = [
    ['Generation', currentGeneration.toLocaleString('en-US')],
    ['Total Visits', totalVisits.toLocaleString('en-US')],
    ['Population Size', populationSize.toLocaleString('en-US')],
    ['Avg Fitness', points(averageFitness(variations))],
  ] as const
  return (
    <ul className="stat-cards">
      {cards.map(([title, figure]) => (
        <li className="tile" key={title}>
          <h2 className="stat-title">{title}</h2>
          <p className="stat-figure">{figure}</p>
        </li>
      ))}
    </ul>
  )
}

/** Tiles of about the final size. */
const AnalyticsSkeleton = () => (
  <div className="analytics">
    <p className="quiet" role="status">
      {messages.genetics.loading}
    </p>
    <div className="stat-cards" aria-hidden="true">
      {['generation', 'visits', 'size', 'fitness'].map((card) => (
        <div className="tile stack-tight" key={card}>
          <span className="skeleton" />
          <span className="skeleton skeleton-figure" />
        </div>
      ))}
    </div>
    <div className="tile skeleton-list" aria-hidden="true">
      <span className="skeleton" />
    </div>
    <div className="tile skeleton-tile" aria-hidden="true">
      <span className="skeleton" />
    </div>
  </div>
)
