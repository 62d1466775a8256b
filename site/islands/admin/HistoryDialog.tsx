import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import type { HistoryEntry } from '../../../contract/admin.ts'
import { actorLabel, displayValue, inFieldOrder } from '../../lib/history-fields.ts'
import { eventLabel, fieldLabel, topicItems } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import {
  $history,
  $moment,
  $restoring,
  canRestore,
  chooseMoment,
  closeHistory,
  type HistoryState,
  restoreItem,
} from '../../stores/admin/history.ts'
import { EraseButton } from './EraseButton.tsx'

/** Every event of one item in order, and the item as it was at the selected moment. */
export function HistoryDialog() {
  const history = useStore($history)
  const isRestoring = useStore($restoring)
  const isOpen = history.status !== 'closed'
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || closeHistory()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide">
          <Dialog.Title className="dialog-title">
            {history.status === 'closed' ? 'History' : `History of ${topicItems[history.topic]} ${history.id}`}
          </Dialog.Title>
          <Dialog.Description className="quiet small">
            Everything that happened, in order. Choose a moment to see how it looked then.
          </Dialog.Description>
          <HistoryBody history={history} />
          <div className="dialog-actions">
            {history.status === 'loaded' && canRestore(history) && (
              <button
                className="button button-small"
                type="button"
                disabled={isRestoring}
                onClick={() => restoreItem(history.topic, history.id)}
              >
                Restore
              </button>
            )}
            {history.status === 'loaded' && <EraseButton topic={history.topic} id={history.id} />}
            <Dialog.Close className="button button-small">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function HistoryBody({ history }: { history: HistoryState }) {
  const moment = useStore($moment)
  switch (history.status) {
    case 'closed':
      return null
    case 'loading':
      return (
        <p className="notice" role="status">
          Loading history…
        </p>
      )
    case 'failed':
      return (
        <p className="alert" role="alert">
          {history.message}
        </p>
      )
    case 'loaded':
      return (
        <div className="history">
          <ol className="timeline">
            {history.entries.map((entry) => (
              <Moment key={entry.revision} entry={entry} isChosen={entry.revision === moment?.revision} />
            ))}
          </ol>
          {moment !== null && <StatePanel entry={moment} />}
        </div>
      )
  }
}

function Moment({ entry, isChosen }: { entry: HistoryEntry; isChosen: boolean }) {
  return (
    <li>
      <button className="moment" type="button" aria-pressed={isChosen} onClick={() => chooseMoment(entry.revision)}>
        <strong>{eventLabel(entry.type)}</strong>
        <span>{actorLabel(entry)}</span>
        <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
      </button>
    </li>
  )
}

function StatePanel({ entry }: { entry: HistoryEntry }) {
  return (
    <section className="state" aria-live="polite" aria-labelledby="state-title">
      <h3 id="state-title">As it was on {dateAndTime(entry.at)}</h3>
      <dl>
        {inFieldOrder(entry.state).map(([name, value]) => (
          <div key={name} data-changed={name in entry.changes || undefined}>
            <dt>{fieldLabel(name)}</dt>
            <dd>
              <Value value={displayValue(name, value)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="quiet">empty</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
}
