import type { ModerationStatus } from '../../../contract/forum-threads.ts'
import type { IconName } from '../../lib/icons.ts'
import { Icon } from '../ui/Icon.tsx'

/** Icons of a pinned and of a locked thread. */
export function Marks({ thread: { isPinned, isLocked } }: { thread: { isPinned: boolean; isLocked: boolean } }) {
  if (!isPinned && !isLocked) return null
  return (
    <span className="marks">
      {isPinned && <Mark icon="pin" label="Pinned" />}
      {isLocked && <Mark icon="lock" label="Locked" />}
    </span>
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
export function Unpublished({ status }: { status: ModerationStatus }) {
  switch (status) {
    case 'approved':
      return null
    case 'pending':
      return <span className="badge badge-waiting">Waiting for review</span>
    case 'rejected':
      return <span className="badge badge-bad">Not published</span>
  }
}
