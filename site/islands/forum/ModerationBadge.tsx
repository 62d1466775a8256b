import type { ModerationStatus } from '../../../contract/forum-threads.ts'

/** Marks a post that only its author can see. */
export function ModerationBadge({ status }: { status: ModerationStatus }) {
  switch (status) {
    case 'approved':
      return null
    case 'pending':
      return <span className="badge badge-waiting">Waiting for review</span>
    case 'rejected':
      return <span className="badge badge-bad">Not published</span>
  }
}
