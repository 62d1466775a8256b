import { Meter } from '@base-ui/react/meter'
import { useStore } from '@nanostores/react'
import type { ModerationItem } from '../../contract/moderation.ts'
import { dateAndTime } from '../lib/dates.ts'
import type { IconName } from '../lib/icons.ts'
import { authorLabel, confidenceBand, violationLabels } from '../lib/labels.ts'
import { passagesOf } from '../lib/passages.ts'
import { openHistory } from '../stores/history.ts'
import { $current, $filter, $selected, toggle } from '../stores/moderation.ts'
import { $deciding, decide } from '../stores/moderation-decisions.ts'
import { Icon } from './Icon.tsx'

const notesId = (id: number) => `notes-${id}`

/** What was typed beside an item; the keys take it along as the buttons do. */
export function notesOf(id: number): string {
  const field = document.getElementById(notesId(id))
  return field instanceof HTMLTextAreaElement ? field.value.trim() : ''
}

const suggestions: { [S in ModerationItem['aiSuggestion']]: { icon: IconName; label: string } } = {
  approve: { icon: 'check', label: 'Approve' },
  reject: { icon: 'ban', label: 'Reject' },
  review: { icon: 'question', label: 'Review' },
}

export function ModerationCard({ item }: { item: ModerationItem }) {
  const { id, contentType, title, violationType, reason, appeal, createdAt } = item
  const isCurrent = useStore($current) === id
  const kind = contentType === 'thread' ? 'Forum Thread' : 'Forum Post'
  const suggestion = suggestions[item.aiSuggestion]
  const isOpen = useStore($filter).status === 'pending'
  return (
    <article
      className="card queue-item"
      id={`item-${id}`}
      tabIndex={-1}
      aria-labelledby={`title-${id}`}
      data-current={isCurrent || undefined}
      onFocus={() => $current.set(id)}
    >
      <div className="queue-head">
        <h2 id={`title-${id}`}>{kind}</h2>
        <span className="badge badge-bad">{violationLabels[violationType]}</span>
        {appeal !== null && <span className="badge badge-blue">Appeal</span>}
        <span className="suggestion">
          <Icon name={suggestion.icon} size={18} /> AI suggestion: {suggestion.label}
        </span>
      </div>
      <p className="by-line">
        <span>{authorLabel(item.authorId)}</span>
        <AuthorRecord record={item.authorRecord} />
        <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
      </p>
      <Words item={item} />
      <p className="small">
        <strong>Analysis:</strong> {reason}
      </p>
      <Confidence percent={item.confidence} />
      {appeal !== null && (
        <blockquote className="appeal">
          <strong>The author’s appeal</strong>
          <p>{appeal}</p>
        </blockquote>
      )}
      {isOpen ? <Decision item={item} kind={`${kind.toLowerCase()} in ${title}`} /> : <Decided item={item} />}
    </article>
  )
}

function Words({ item: { contentType, title, content, spans } }: { item: ModerationItem }) {
  const isThread = contentType === 'thread'
  return (
    <div className="queue-words">
      <p className="queue-thread">
        <span className="quiet">Thread:</span> {isThread ? <Marked text={title} spans={spans} /> : title}
      </p>
      <p className="queue-content">
        <Marked text={content} spans={spans} from={isThread ? title.length + 1 : 0} />
      </p>
    </div>
  )
}

function Marked({ text, spans, from = 0 }: { text: string; spans: ModerationItem['spans']; from?: number }) {
  return passagesOf(text, spans, from).map((passage) =>
    passage.isMarked ? <mark key={passage.start}>{passage.text}</mark> : passage.text,
  )
}

function AuthorRecord({ record: { approved, pending, rejected } }: { record: ModerationItem['authorRecord'] }) {
  return (
    <span>
      Record: {approved} approved, {pending} waiting, {rejected} refused
    </span>
  )
}

function Confidence({ percent }: { percent: number }) {
  return (
    <Meter.Root className="confidence" value={percent} getAriaValueText={() => `${percent}%`}>
      <Meter.Label className="small">Confidence</Meter.Label>
      <Meter.Track className={`confidence-track band-${confidenceBand(percent)}`}>
        <Meter.Indicator className="confidence-bar" />
      </Meter.Track>
      <Meter.Value className="confidence-percent">{() => `${percent}%`}</Meter.Value>
    </Meter.Root>
  )
}

function Decision({ item: { id }, kind }: { item: ModerationItem; kind: string }) {
  const isBusy = useStore($deciding).includes(id)
  const isSelected = useStore($selected).includes(id)
  return (
    <>
      <div className="field">
        <label htmlFor={notesId(id)}>
          Admin notes <span className="field-optional">(optional)</span>
        </label>
        <textarea className="input" id={notesId(id)} rows={2} maxLength={1000} />
      </div>
      <div className="queue-actions">
        <label className="choice">
          <input type="checkbox" checked={isSelected} onChange={() => toggle(id)} />
          Select<span className="visually-hidden"> the {kind}</span>
        </label>
        <button className="button button-small" type="button" onClick={() => openHistory('forum', id)}>
          History
        </button>
        <button
          className="button button-small button-danger"
          type="button"
          disabled={isBusy}
          onClick={() => decide('reject', id, notesOf(id))}
        >
          Reject
        </button>
        <button
          className="button button-small button-primary"
          type="button"
          disabled={isBusy}
          onClick={() => decide('approve', id, notesOf(id))}
        >
          Approve
        </button>
      </div>
    </>
  )
}

function Decided({ item: { id, status, adminNotes, reviewedAt } }: { item: ModerationItem }) {
  return (
    <div className="queue-actions">
      <p className="small">
        <span className={status === 'approved' ? 'badge badge-good' : 'badge badge-bad'}>
          {status === 'approved' ? 'Approved' : 'Rejected'}
        </span>{' '}
        {reviewedAt !== null && <time dateTime={reviewedAt}>{dateAndTime(reviewedAt)}</time>}
        {adminNotes !== '' && <> · {adminNotes}</>}
      </p>
      <button className="button button-small" type="button" onClick={() => openHistory('forum', id)}>
        History
      </button>
    </div>
  )
}
