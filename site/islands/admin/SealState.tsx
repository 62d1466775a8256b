import { useStore } from '@nanostores/react'
import type { SealState as State } from '../../../contract/seals.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { $isVerifying, actionList, seals, verifyNow } from '../../stores/admin/admin-actions.ts'
import { isPast } from '../../stores/admin/console.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LoadFailure, OutdatedNotice } from './LoadFailure.tsx'

/** In place of something that has no past. */
const NoPast = ({ of }: { of: string }) => (
  <p className="quiet">
    {of}: {messages.asOf.noPast}
  </p>
)

/** Extent to which the log is sealed, which is known only for now. */
export const SealState = () => (isPast ? <NoPast of="The state of the seals" /> : <SealsNow />)

/** Extent to which the log is sealed, the result of the last verification, and a button that verifies now. */
function SealsNow() {
  const state = useStore(seals.$state)
  const isVerifying = useStore($isVerifying)
  const list = useStore(actionList.$state)
  // Announced once: the table below shows the same problem.
  if (state.status === 'offline' && list.status === 'offline') return null
  if (state.status === 'failed' && list.status === 'failed' && state.message === list.message) return null
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={seals.reload} />
  const isIntact = state.status === 'loaded' ? state.value.verified?.isIntact : undefined
  const isBroken = isIntact === false
  return (
    <>
      <OutdatedNotice state={state} onRetry={seals.reload} />
      <section
        className={isIntact === undefined ? 'seals' : isIntact ? 'seals seals-intact' : 'seals seals-broken'}
        aria-label="Seals of the log"
        aria-busy={state.status === 'loading' || isVerifying}
      >
        <Icon name="shield" size={24} />
        <div className="seals-words" role={isBroken ? 'alert' : 'status'}>
          {state.status === 'loading' ? <span className="skeleton" /> : <Words {...state.value} />}
        </div>
        <BusyButton className="button button-small" busy="Verifying…" isBusy={isVerifying} onClick={verifyNow}>
          Verify now
        </BusyButton>
      </section>
    </>
  )
}

const counted = (events: number) =>
  events === 1 ? 'One newer event was' : `${events.toLocaleString('en-US')} newer events were`

const sealedWords = ({ sealed }: State) =>
  sealed === null
    ? 'Nothing is sealed yet: the first seal covers the first events of the log.'
    : `Sealed through event ${Number(sealed.upTo).toLocaleString('en-US')}, ${dateAndTime(sealed.at)}.`

function Words(state: State) {
  const { verified } = state
  if (verified === null)
    return (
      <>
        <strong>Not verified yet</strong> <p className="quiet">{sealedWords(state)}</p>
      </>
    )
  const { at, by, upTo, isIntact, finding, unsealed } = verified
  return (
    <>
      <strong>
        {isIntact ? (upTo === null ? 'Verified' : `Verified up to event ${upTo}`) : 'The log was changed'}
      </strong>{' '}
      <span className={isIntact ? 'badge badge-good' : 'badge badge-bad'}>{isIntact ? 'Intact' : 'Not intact'}</span>
      <p>
        Checked <time dateTime={at}>{dateAndTime(at)}</time> by {by}. {finding}
        {unsealed > 0 && ` ${counted(unsealed)} not sealed yet.`}
      </p>
      <p className="quiet">{sealedWords(state)}</p>
    </>
  )
}
