import type { ModerationItem } from '../../../contract/moderation.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { reportReasons } from '../../lib/report-reasons.ts'

/** Number of readers who reported a post that waits, and whether others still see it. */
export function ReportBadge({ item: { reports, status } }: { item: ModerationItem }) {
  const open = reports.filter(({ isOpen }) => isOpen).length
  if (open === 0) return null
  return (
    <span className="badge badge-waiting">
      Reported by {open === 1 ? '1 reader' : `${open} readers`}, {status === 'approved' ? 'still visible' : 'hidden'}
    </span>
  )
}

/** Reports of readers, without their names, which are in the history. */
export function Reports({ item: { id, contentType, reports } }: { item: ModerationItem }) {
  if (reports.length === 0) return null
  return (
    <section className="reports" aria-label={`Reports by readers of ${contentType} ${id}`}>
      <strong>Reports by readers</strong>
      <ul>
        {reports.map(({ reason, note, isOpen, createdAt, words }) => (
          <li key={`${createdAt} ${reason}`}>
            {reportReasons[reason]}, <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
            {!isOpen && ' (decided)'}
            {note !== '' && <p dir="auto">{note}</p>}
            {words !== null && (
              <blockquote>
                <strong>What was reported</strong>
                <p className="post-words" dir="auto">
                  {words}
                </p>
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
