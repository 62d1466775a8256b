import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { PastMoment } from '../../../contract/as-of.ts'
import { itemWords } from '../../../contract/topic-words.ts'
import { publicDateAndTime } from '../../lib/dates.ts'
import { eventLabel } from '../../lib/labels.ts'
import { $tab, type AdminTab, addressAsOf } from '../../stores/admin/console.ts'
import { $past, openMoment, stepTo, takeStep } from '../../stores/admin/past.ts'
import { Icon } from '../ui/Icon.tsx'

/** Past view of a tab, where it is not the log alone that tells (docs/console.md). */
const notes: { [Tab in AdminTab]?: string } = {
  dashboard:
    'Sessions, visits and activity of then are shown as far as they’re still on record: visits for 30 days, sign-ins for 90. The System panel has no past.',
  users: 'Last visits are those still on record. Sessions and two-step sign-in have no past.',
  traffic: 'Requests are on record for 30 days. Older ones aren’t shown here.',
  actions: 'The state of the seals has no past.',
}

/** Marks the past, names the event that is shown, and leads to its neighbors, to another moment and back to now. */
export function AsOfBand() {
  const past = useStore($past)
  const tab = useStore($tab)
  const band = useRef<HTMLElement>(null)
  useEffect(() => (band.current ? reserveHeight(band.current) : undefined), [])
  return (
    <>
      <section className="as-of" aria-label="The past" ref={band}>
        <div className="as-of-words" role="status">
          <Icon name="clock" size={24} />
          <strong>{past.status === 'ready' ? <Moment at={past.moment.at} /> : 'The past'}</strong>
          {past.status === 'opening' && <span>Looking for this moment…</span>}
          {past.status === 'building' && <span>Preparing this moment…</span>}
        </div>
        {past.status === 'building' && <Progress done={past.done} total={past.total} />}
        {past.status === 'failed' && <p role="alert">{past.message}</p>}
        <div className="as-of-actions">
          {past.status === 'ready' && <Steps moment={past.moment} />}
          {past.status === 'failed' && (
            <button type="button" className="button button-small" onClick={() => void openMoment()}>
              Try again
            </button>
          )}
          <a className="button button-small" href={addressAsOf(null)}>
            Back to now
          </a>
        </div>
      </section>
      {past.status === 'ready' && (
        <p className="as-of-note">
          <strong>Everything here is as the log knew it then. It can’t be changed or exported.</strong>{' '}
          <LastEvent moment={past.moment} /> {tab !== null && notes[tab]}
        </p>
      )}
    </>
  )
}

const Moment = ({ at }: { at: string }) => (
  <>
    As of <time dateTime={at}>{withSeconds(at)}</time>
  </>
)

/** 'Aug 1, 2025 9:05:07 AM EDT': two events may be in one minute. */
const withSeconds = (at: string) =>
  publicDateAndTime(at).replace(/(:\d\d) /, `$1:${String(new Date(at).getUTCSeconds()).padStart(2, '0')} `)

function LastEvent({ moment: { type, item, position } }: { moment: PastMoment }) {
  const word = item === null ? undefined : itemWords.get(item.topic)
  return (
    <>
      Last event: {eventLabel(type)}
      {item !== null && word !== undefined && ` (${word} ${item.id})`}, at position {position} of the log.
    </>
  )
}

function Progress({ done, total }: { done: number; total: number | null }) {
  return (
    <p className="as-of-progress">
      <progress aria-label="Events read" {...(total !== null && { max: total, value: done })} />
      {done.toLocaleString('en-US')}
      {total !== null && ` of ${total.toLocaleString('en-US')}`} events
    </p>
  )
}

/** The band stays at the top while the page scrolls; what also stays there begins below it. */
function reserveHeight(band: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--as-of', `${band.offsetHeight}px`))
  observer.observe(band)
  return () => {
    observer.disconnect()
    style.removeProperty('--as-of')
  }
}

function Steps({ moment }: { moment: PastMoment }) {
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const step = takeStep()
    const taken = { previous, next }[step ?? 'next'].current
    const other = { previous: next, next: previous }[step ?? 'next'].current
    if (step !== null) (taken?.disabled ? other : taken)?.focus()
  }, [])
  return (
    <div className="as-of-steps">
      <button
        type="button"
        className="button button-small"
        ref={previous}
        disabled={moment.previous === null}
        onClick={() => stepTo(moment, 'previous')}
      >
        <Icon name="previous" size={18} /> <span>Previous event</span>
      </button>
      <button
        type="button"
        className="button button-small"
        ref={next}
        disabled={moment.next === null}
        onClick={() => stepTo(moment, 'next')}
      >
        <span>Next event</span> <Icon name="next" size={18} />
      </button>
    </div>
  )
}
