import { useStore } from '@nanostores/react'
import type { FitnessRules } from '../../../../contract/fitness-replay.ts'
import { plainReplay } from '../../../lib/replay-address.ts'
import { $chosen, replay } from '../../../stores/genetics/fitness-replay.ts'
import { rules } from '../../../stores/genetics/fitness-rules.ts'
import { LoadFailure, OutdatedNotice } from '../../admin/LoadFailure.tsx'
import { CardSkeleton } from '../../ui/CardSkeleton.tsx'
import { MeasurementExport } from './MeasurementExport.tsx'
import { ReplayForm } from './ReplayForm.tsx'
import { ReplayResult } from './ReplayResult.tsx'
import { SavedFormulas } from './SavedFormulas.tsx'

/** The results of recorded visits under another fitness formula. Replaying changes nothing. */
export function Replay() {
  const state = useStore(rules.$state)
  const chosen = useStore($chosen)
  switch (state.status) {
    case 'loading':
      return <CardSkeleton label="Loading fitness rules" />
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={rules.reload} />
    case 'loaded': {
      const { current, rules: earlier, formulas } = state.value
      const request = chosen ?? plainReplay(current)
      return (
        <div className="replay">
          <ReplayForm request={request} rules={earlier} formulas={formulas} key={JSON.stringify(request)} />
          <div className="replay-main">
            <OutdatedNotice state={state} onRetry={rules.reload} />
            <Outcome known={state.value} />
          </div>
          <div className="replay-more">
            <SavedFormulas formulas={formulas} />
            <MeasurementExport />
          </div>
        </div>
      )
    }
  }
}

function Outcome({ known }: { known: FitnessRules }) {
  const query = useStore(replay.$query)
  const state = useStore(replay.$state)
  const isLoading = useStore(replay.$isLoading)
  if (query === null)
    return (
      <div className="notice stack-tight">
        <p>Choose what a visit is worth, and see what past visits say. Looking changes nothing.</p>
      </div>
    )
  switch (state.status) {
    case 'loading':
      return <CardSkeleton label="Replaying recorded visits…" />
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={replay.reload} />
    case 'loaded':
      return (
        <div aria-busy={isLoading} className="replay-result">
          <OutdatedNotice state={state} onRetry={replay.reload} />
          <ReplayResult result={state.value} rules={known} />
        </div>
      )
  }
}
