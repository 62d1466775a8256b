import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminInvitation } from '../../../contract/admin-invitations.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { roleInWords } from '../../lib/staff-roles.ts'
import { invitations, withdrawInvitation } from '../../stores/admin/admin-invitations.ts'
import { userList } from '../../stores/admin/admin-users.ts'
import { isPast } from '../../stores/admin/console.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LoadFailure, OutdatedNotice } from './LoadFailure.tsx'
import { searchField } from './table/search-field.ts'

/** Who may still become an admin or get a role with a link; hidden while there is no invitation. */
export function StandingInvitations() {
  const state = useStore(invitations.$state)
  const users = useStore(userList.$state)
  const [asked, ask] = useState<string | null>(null)
  // The table below announces the same problem.
  if (state.status === 'loading' || state.status === 'offline' || users.status === 'failed') return null
  if (state.status === 'failed') return <LoadFailure state={state} onRetry={invitations.reload} />
  return (
    <>
      <OutdatedNotice state={state} onRetry={invitations.reload} />
      {state.value.length > 0 && (
        <section className="invitations" aria-labelledby="invitations-title">
          <h3 id="invitations-title">Open invitations</h3>
          <ul className="rows" aria-labelledby="invitations-title">
            {state.value.map((invitation) => (
              <Row key={invitation.email} {...invitation} onWithdraw={() => ask(invitation.email)} />
            ))}
          </ul>
        </section>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        question="Withdraw this invitation?"
        {...(asked !== null && { subject: asked })}
        detail="Every link that we sent to this address stops working. You can invite this person again."
        confirm="Withdraw invitation"
        keep="Keep invitation"
        focusAfter={searchField}
        onConfirm={() => asked !== null && withdrawInvitation(asked)}
        onClose={() => ask(null)}
      />
    </>
  )
}

function Row({
  email,
  // While the server is updated, an older process names none: it invites admins only.
  role = null,
  invitedBy,
  invitedAt,
  expiresAt,
  onWithdraw,
}: AdminInvitation & { onWithdraw: () => void }) {
  return (
    <li>
      <div>
        <p>
          <bdi>{email}</bdi>, {role === null ? 'Admin' : roleInWords(role)}
        </p>
        <p className="quiet small">
          Invited <time dateTime={invitedAt}>{dateAndTime(invitedAt)}</time> by{' '}
          {invitedBy === null ? 'the server’s command line' : <bdi>{invitedBy}</bdi>}. The link works until{' '}
          <time dateTime={expiresAt}>{dateAndTime(expiresAt)}</time>.
        </p>
      </div>
      {!isPast && (
        <button
          className="button button-small"
          type="button"
          aria-label={`Withdraw the invitation to ${email}`}
          onClick={onWithdraw}
        >
          Withdraw
        </button>
      )}
    </li>
  )
}
