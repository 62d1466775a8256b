import type { IconName } from '../../lib/icons.ts'
import { Icon } from '../ui/Icon.tsx'

/** Icons for pinned and locked threads. */
export function ThreadFlags({ thread: { isPinned, isLocked } }: { thread: { isPinned: boolean; isLocked: boolean } }) {
  if (!isPinned && !isLocked) return null
  return (
    <span className="thread-flags">
      {isPinned && <Flag icon="pin" label="Pinned" />}
      {isLocked && <Flag icon="lock" label="Locked" />}
    </span>
  )
}

function Flag({ icon, label }: { icon: IconName; label: string }) {
  return (
    <span className="thread-flag" role="img" aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </span>
  )
}
