import { useStore } from '@nanostores/react'
import type { HistoryEntry } from '../../../contract/admin.ts'
import { agreedLabel } from '../../../records/names.ts'
import { valueText } from '../../lib/changes.ts'
import { actorLabel, inFieldOrder } from '../../lib/history-fields.ts'
import { eventLabel, fieldLabel, historyName } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { isPast } from '../../stores/admin/console.ts'
import {
  $history,
  $moment,
  $restoring,
  canErase,
  canRestore,
  chooseMoment,
  closeHistory,
  type HistoryState,
  type ItemTopic,
  isSetting,
  restoreItem,
} from '../../stores/admin/history.ts'
import { showConsoleAt } from '../../stores/admin/past.ts'
import { $may } from '../../stores/rights.ts'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { EraseButton } from './EraseButton.tsx'
import { Agreement } from './table/Agreement.tsx'

/** Every event of one item in order, and the item as it was at the selected moment. */
export function HistoryDialog() {
  const history = useStore($history)
  return (
    <Modal
      isOpen={history.status !== 'closed'}
      title={history.status === 'closed' ? 'History' : `History of ${historyName(history.topic, history.id)}`}
      lead="Everything that happened, in order. Choose a moment to see how it looked then."
      isWide
      onClose={closeHistory}
    >
      <HistoryBody history={history} />
      <ModalActions leave="Close">
        {!isPast && history.status === 'loaded' && !isSetting(history.topic) && (
          <ItemActions history={history} topic={history.topic} />
        )}
      </ModalActions>
    </Modal>
  )
}

function ItemActions({ history, topic }: { history: HistoryState & { id: number }; topic: ItemTopic }) {
  const isRestoring = useStore($restoring)
  const may = useStore($may)
  return (
    <>
      {canRestore(history) && (
        <button
          className="button button-small"
          type="button"
          disabled={isRestoring}
          onClick={() => restoreItem(topic, history.id)}
        >
          Restore
        </button>
      )}
      {may('erase') && canErase(history) && <EraseButton topic={topic} id={history.id} />}
    </>
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
      if (history.entries.length === 0) return <p className="notice">Nothing has changed yet.</p>
      return (
        <div className="history">
          <ol className="timeline">
            {history.entries.map((entry) => (
              <Moment key={entry.revision} entry={entry} isChosen={entry.revision === moment?.revision} />
            ))}
          </ol>
          {moment !== null && (
            <StatePanel entry={moment} before={history.entries[history.entries.indexOf(moment) - 1]} />
          )}
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

/** Marks what differs from the moment before; at first, everything is new and nothing is marked. */
function StatePanel({ entry, before = entry }: { entry: HistoryEntry; before: HistoryEntry | undefined }) {
  const may = useStore($may)
  return (
    <section className="state" aria-live="polite" aria-labelledby="state-title">
      <h3 id="state-title">As it was on {dateAndTime(entry.at)}</h3>
      <dl>
        {inFieldOrder(entry.state).map(([name, value]) => (
          <div key={name} data-changed={valueText(name, value) !== valueText(name, before.state[name]) || undefined}>
            <dt>{name === 'wording' ? agreedLabel : fieldLabel(name)}</dt>
            <dd dir="auto">
              {name === 'wording' ? (
                <Agreement to={value ? Object(value) : null} />
              ) : (
                <Value text={valueText(name, value)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!isPast && may('console') && (
        <button type="button" className="button button-small" onClick={() => showConsoleAt(entry.at)}>
          Show the console at this moment
        </button>
      )}
    </section>
  )
}

function Value({ text }: { text: string }) {
  return text === 'empty' ? <span className="quiet">empty</span> : text
}
