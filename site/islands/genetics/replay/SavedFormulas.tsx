import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { SavedFormula } from '../../../../contract/fitness-replay.ts'
import { dateAndTime, shortDate } from '../../../lib/local-dates.ts'
import { messages } from '../../../lib/messages.ts'
import { chooseFormula, showReplay } from '../../../stores/genetics/fitness-replay.ts'
import { $checked, $isChanging, check, remove } from '../../../stores/genetics/fitness-rules.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { formulaWords } from './ReplayResult.tsx'

/** Formulas with a name; one click replays. */
export function SavedFormulas({ formulas }: { formulas: readonly SavedFormula[] }) {
  const isChanging = useStore($isChanging)
  const [asked, ask] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  function open({ request }: SavedFormula) {
    chooseFormula(request)
    void showReplay(request)
  }
  return (
    <section className="card stack" aria-labelledby="formulas-title">
      <h2 id="formulas-title" tabIndex={-1} ref={title}>
        Saved formulas
      </h2>
      {formulas.length === 0 ? (
        <p className="quiet small">Saved formulas appear here.</p>
      ) : (
        <ul className="formulas">
          {formulas.map((formula) => (
            <li key={formula.name}>
              <div>
                <button className="link-button" type="button" onClick={() => open(formula)}>
                  {formula.name}
                </button>
                <p className="quiet small">
                  {formulaWords(formula.request)}. Saved {shortDate(formula.savedAt)} by {formula.by}.
                </p>
                <Result formula={formula} />
              </div>
              <button
                className="icon-button"
                type="button"
                aria-label={`Remove formula ${formula.name}`}
                title="Remove"
                disabled={isChanging}
                onClick={() => ask(formula.name)}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        question={messages.replay.confirmRemove(asked ?? '')}
        detail="Fitness rules that came from it stay as they are."
        confirm="Remove formula"
        keep="Keep formula"
        focusAfter={title}
        onConfirm={() => asked !== null && void remove(asked)}
        onClose={() => ask(null)}
      />
    </section>
  )
}

/** The hash of its result, and whether it is still the same. */
function Result({ formula: { name, result, check: last } }: { formula: SavedFormula }) {
  const isChanging = useStore($isChanging)
  const checked = useStore($checked)
  if (result === null) return null
  return (
    <div className="formula-result small">
      <span className="quiet">
        Result{' '}
        <code className="mono" title={result.hash}>
          {result.hash.slice(0, 12)}
        </code>
      </span>
      {last && (
        <span className={last.holds ? 'badge badge-good' : 'badge badge-bad'} title={`Checked ${dateAndTime(last.at)}`}>
          {last.holds ? `Same on ${shortDate(last.at)}` : `Different on ${shortDate(last.at)}`}
        </span>
      )}
      <button
        className="link-button"
        type="button"
        aria-label={`${last ? 'Check again' : 'Check'} ${name}`}
        title="Computes it again from the log, up to the same event"
        disabled={isChanging}
        onClick={() => void check(name)}
      >
        {checked === name ? 'Checking…' : last ? 'Check again' : 'Check'}
      </button>
    </div>
  )
}
