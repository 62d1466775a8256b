import { useStore } from '@nanostores/react'
import type { ForumPost, ForumThread } from '../../../contract/forum-threads.ts'
import { $reported, report, textKey } from '../../stores/forum/forum-reports.ts'
import { $may } from '../../stores/rights.ts'
import { $session } from '../../stores/session.ts'

/** Reports a public post by another person. Admins decide right beside it instead. */
export function ReportButton({ item }: { item: ForumThread | ForumPost }) {
  const { authorId, moderationStatus } = item
  const session = useStore($session)
  const isReported = useStore($reported).includes(textKey(item))
  const moderates = useStore($may)('forum')
  const isOwn = session.status === 'signed-in' && (session.user.id === authorId || moderates)
  if (isOwn || moderationStatus !== 'approved') return null
  return (
    <button className="report" type="button" disabled={isReported} onClick={() => report(item)}>
      {isReported ? 'Reported' : 'Report'}
    </button>
  )
}
