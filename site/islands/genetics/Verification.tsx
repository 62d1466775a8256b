import { useStore } from '@nanostores/react'
import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $isVerifying, verifyNow } from '../../stores/genetics/analytics.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'

type Props = Pick<GeneticAnalytics, 'verification' | 'refusedReports'>

/** When every random draw, probability, score and generation was last recomputed from the log. */
export function Verification({ verification, refusedReports }: Props) {
  const isVerifying = useStore($isVerifying)
  const isIntact = verification?.isIntact
  return (
    <section
      className={isIntact === undefined ? 'seals' : isIntact ? 'seals seals-intact' : 'seals seals-broken'}
      aria-label="Verification of the evolution"
      aria-busy={isVerifying}
    >
      <Icon name="shield" size={24} />
      <div className="seals-words" role={isIntact === false ? 'alert' : 'status'}>
        <Words verification={verification} />
        {refusedReports > 0 && (
          <p className="quiet">
            {refusedReports === 1 ? 'One report was' : `${refusedReports.toLocaleString('en-US')} reports were`} kept,
            marked and not counted: repeated, too many or for pages we never served.
          </p>
        )}
      </div>
      <BusyButton className="button button-small" busy="Verifying…" isBusy={isVerifying} onClick={verifyNow}>
        Verify now
      </BusyButton>
    </section>
  )
}

function Words({ verification }: Pick<Props, 'verification'>) {
  if (verification === null)
    return (
      <>
        <strong>Not verified yet</strong>
        <p className="quiet">Recomputes every draw, probability, score and generation from the log.</p>
      </>
    )
  const { at, isIntact, finding, servings, scorings, generations } = verification
  const counts = [
    [servings, 'draws'],
    [scorings, 'scorings'],
    [generations, 'generations'],
  ] as const
  return (
    <>
      <strong>{isIntact ? 'Evolution verified' : 'Evolution differs from the log'}</strong>{' '}
      <span className={isIntact ? 'badge badge-good' : 'badge badge-bad'}>{isIntact ? 'Intact' : 'Not intact'}</span>
      <p>
        Checked <time dateTime={at}>{dateAndTime(at)}</time>. {finding}
      </p>
      <p className="quiet">{counts.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`).join(', ')}</p>
    </>
  )
}
