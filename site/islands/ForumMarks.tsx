import type { ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import type { IconName } from '../lib/icons.ts'
import { Icon } from './Icon.tsx'

/** Icons of a pinned and of a locked thread. */
export function Marks({ thread: { isPinned, isLocked } }: { thread: ForumThread }) {
  return (
    <>
      {isPinned && <Mark icon="pin" label="Pinned" />}
      {isLocked && <Mark icon="lock" label="Locked" />}
    </>
  )
}

function Mark({ icon, label }: { icon: IconName; label: string }) {
  return (
    <span className="mark" role="img" aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </span>
  )
}

/** What only its author sees, and why. */
export function Waiting({ item: { moderationStatus } }: { item: ForumThread | ForumPost }) {
  return moderationStatus === 'pending' ? <span className="badge badge-waiting">Waiting for review</span> : null
}
