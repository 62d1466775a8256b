import { useState } from 'react'
import type { FitnessReplay, FitnessRules } from '../../../../contract/fitness-replay.ts'
import { messages } from '../../../lib/messages.ts'
import { isSameFormula } from '../../../lib/replay-address.ts'
import { useFromNowOn as adopt } from '../../../stores/genetics/fitness-rules.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReplayBreeding } from './ReplayBreeding.tsx'
import { ReplayPages } from './ReplayPages.tsx'
import { ReplaySplit } from './ReplaySplit.tsx'
import { SaveFormula } from './SaveFormula.tsx'

type Props = { result: FitnessReplay; rules: FitnessRules }

/** The answers to the three questions, each with its strength as evidence. */
export function ReplayResult({ result, rules }: Props) {
  const { request, visitors, unusable, hash, lastPosition } = result
  const [isAsking, ask] = useState(false)
  const isInForce = isSameFormula(request, rules.current)
  return (
    <>
      <section className="card stack-tight" aria-labelledby="result-title">
        <h2 id="result-title">What past visits say</h2>
        <p>
          {formulaWords(request)}. {visitors.toLocaleString('en-US')} visitors
          {unusable > 0 && `, and ${unusable.toLocaleString('en-US')} more without a recorded probability, not used`}.
        </p>
        <p className="quiet small">
          Result <code className="mono">{hash}</code>
          {lastPosition !== null && ` up to event ${lastPosition}`}. The same formula over the same log gives the same
          result.
        </p>
        <div className="actions">
          <SaveFormula request={request} formulas={rules.formulas} />
          <button className="button button-small" type="button" disabled={isInForce} onClick={() => ask(true)}>
            {isInForce ? 'In use now' : 'Use from now on'}
          </button>
        </div>
      </section>
      <ReplayPages pages={result.pages} />
      <ReplaySplit split={result.split} isUniform={request.split === 'uniform'} />
      <ReplayBreeding breeding={result.breeding} />
      <ConfirmDialog
        isOpen={isAsking}
        question={messages.replay.confirmUse}
        detail={messages.replay.useDetail}
        confirm="Use from now on"
        isHarmless
        keep="Keep the current one"
        onConfirm={() => void adopt(request)}
        onClose={() => ask(false)}
      >
        <p>{formulaWords(request)}.</p>
      </ConfirmDialog>
    </>
  )
}

/** 'Donation 2, volunteer 1, time 0.01 up to 30 s'. */
export const formulaWords = ({ weights, timeCap }: Pick<FitnessReplay['request'], 'weights' | 'timeCap'>) =>
  `Donation ${weights.donation}, volunteer ${weights.volunteer}, time ${weights.time} up to ${timeCap / 1000} s`
