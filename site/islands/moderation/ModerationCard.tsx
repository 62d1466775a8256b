import { Meter } from '@base-ui/react/meter'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ModerationItem } from '../../../contract/moderation.ts'
import type { IconName } from '../../lib/icons.ts'
import { authorLabel, confidenceBand, messageStatus, violationLabels } from '../../lib/labels.ts'
import { dateAndTime, shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { passagesOf } from '../../lib/passages.ts'
import { forumThreadPath } from '../../lib/paths.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { openPerson } from '../../stores/admin/person.ts'
import { $changed, $current, $filter, $selected, toggle } from '../../stores/moderation/moderation.ts'
import { $deciding, decide } from '../../stores/moderation/moderation-decisions.ts'
import { $policy } from '../../stores/moderation/moderation-policy.ts'
import { Icon } from '../ui/Icon.tsx'
import { ReportBadge, Reports } from './Reports.tsx'

const notesId = (id: number) => `notes-${id}`

/** The admin notes typed on a card, for the keys as well as the buttons. */
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
  const isChanged = useStore($changed).includes(id)
  const kind = contentType === 'thread' ? 'Forum Thread' : 'Forum Post'
  const suggestion = suggestions[item.aiSuggestion]
  const isOpen = useStore($filter).status !== 'decided'
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
        <span className={violationType === 'none' ? 'badge' : 'badge badge-bad'}>{violationLabels[violationType]}</span>
        {appeal !== null && <span className="badge badge-blue">Appeal</span>}
        <ReportBadge item={item} />
        <span className="suggestion">
          <Icon name={suggestion.icon} size={18} /> AI suggestion: {suggestion.label}
        </span>
      </div>
      <div className="by-line">
        <span>{authorLabel(item.authorId)}</span>
        <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        <AuthorRecord record={item.authorRecord} />
      </div>
      {isChanged && (
        <p className="alert" role="status">
          {messages.moderation.textChanged}
        </p>
      )}
      <Words item={item} />
      <p className="small">
        <strong>Analysis:</strong> {reason}
      </p>
      <Confidence percent={item.confidence} />
      <Reports item={item} />
      {appeal !== null && (
        <blockquote className="appeal">
          <strong>The author’s appeal</strong>
          <p dir="auto">{appeal}</p>
        </blockquote>
      )}
      {isOpen ? <Decision item={item} kind={`${kind.toLowerCase()} in ${title}`} /> : <Decided item={item} />}
    </article>
  )
}

/** Characters; longer text may have to scroll. */
const longText = 400

function Words({ item: { id, contentType, threadId, title, content, spans } }: { item: ModerationItem }) {
  const isThread = contentType === 'thread'
  return (
    <div className="queue-words">
      <p className="queue-thread">
        <span className="quiet">Thread:</span>{' '}
        {isThread ? (
          <bdi>
            <Marked text={title} spans={spans} />
          </bdi>
        ) : (
          <a href={forumThreadPath(threadId)} target="_blank" rel="noreferrer">
            <bdi>{title}</bdi>
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        )}
      </p>
      <section
        className="queue-content"
        // Scrolling text must be reachable by keyboard.
        {...(content.length > longText && { tabIndex: 0, 'aria-label': `Text of ${contentType} ${id}` })}
      >
        <p dir="auto">
          <Marked text={content} spans={spans} from={isThread ? title.length + 1 : 0} />
        </p>
      </section>
    </div>
  )
}

function Marked({ text, spans, from = 0 }: { text: string; spans: ModerationItem['spans']; from?: number }) {
  return passagesOf(text, spans, from).map((passage) =>
    passage.isMarked ? <mark key={passage.start}>{passage.text}</mark> : passage.text,
  )
}

function AuthorRecord({ record }: { record: ModerationItem['authorRecord'] }) {
  const { approved, pending, rejected, recent } = record
  const counts = `Record: ${approved} approved, ${pending} waiting, ${rejected} rejected`
  const [isOpen, setOpen] = useState(false)
  if (approved + pending + rejected === 0) return <span>First post by this author</span>
  return (
    <details className="author-record" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{counts}</summary>
      {isOpen && (
        <ul className="record-list">
          {recent.map(({ id, status, content, createdAt }) => (
            <li key={id}>
              <span className={messageStatus[status].badge}>{recordWords[status]}</span>{' '}
              <time dateTime={createdAt}>{shortDate(createdAt)}</time>
              <p className="record-words" dir="auto">
                {content}
              </p>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const recordWords = { approved: 'Approved', pending: 'Waiting', rejected: 'Rejected' } as const

function Confidence({ percent }: { percent: number }) {
  const policy = useStore($policy)
  const band = policy === null ? '' : ` band-${confidenceBand(percent, policy)}`
  return (
    <Meter.Root className="confidence" value={percent} getAriaValueText={() => `${percent}%`}>
      <Meter.Label className="small">Confidence</Meter.Label>
      <Meter.Track className={`confidence-track${band}`}>
        <Meter.Indicator className="confidence-bar" />
      </Meter.Track>
      <Meter.Value className="confidence-percent">{() => `${percent}%`}</Meter.Value>
    </Meter.Root>
  )
}

function Decision({ item: { id, appeal }, kind }: { item: ModerationItem; kind: string }) {
  const isBusy = useStore($deciding).includes(id)
  const isSelected = useStore($selected).includes(id)
  return (
    <>
      <div className="field">
        <label htmlFor={notesId(id)}>
          Admin notes{' '}
          <span className="field-optional">
            {appeal === null ? '(optional; the author sees them if you reject)' : '(optional; the author sees them)'}
          </span>
        </label>
        <textarea className="input" dir="auto" id={notesId(id)} rows={2} maxLength={1000} />
      </div>
      <div className="queue-actions queue-decision">
        <label className="choice">
          <input type="checkbox" checked={isSelected} onChange={() => toggle(id)} />
          Select<span className="visually-hidden"> the {kind}</span>
        </label>
        <button className="button button-small" type="button" onClick={() => openHistory('forum', id)}>
          History
        </button>
        <button className="button button-small" type="button" onClick={() => openPerson('forum', id)}>
          Author
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
          className="button button-small button-good"
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
        {adminNotes !== '' && (
          <>
            {' '}
            · <bdi>{adminNotes}</bdi>
          </>
        )}
      </p>
      <button className="button button-small" type="button" onClick={() => openHistory('forum', id)}>
        History
      </button>
    </div>
  )
}
