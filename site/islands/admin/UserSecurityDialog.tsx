import { useStore } from '@nanostores/react'
import { useMemo, useRef, useState } from 'react'
import type { AdminUser, UserBan } from '../../../contract/users.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { personName } from '../../lib/names.ts'
import { resetSecondFactor, unban, userList } from '../../stores/admin/admin-users.ts'
import { isPast } from '../../stores/admin/console.ts'
import { $secured, createUserSecurity, type UserSecurity } from '../../stores/admin/user-security.ts'
import { $may } from '../../stores/rights.ts'
import { PastSessions } from '../security/PastSessions.tsx'
import { SessionFacts } from '../security/SessionFacts.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LoadedItems } from '../ui/LoadedItems.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Where a person is signed in, their second factor, and every ban they ever had. */
export function UserSecurityDialog() {
  const user = useStore($secured)
  const may = useStore($may)
  return (
    <Modal
      isOpen={user !== null}
      title={`${may('accounts') ? 'Sessions and bans' : 'Bans'} of ${user === null ? '' : (personName(user) ?? user.email)}`}
      isWide
      onClose={() => $secured.set(null)}
    >
      {user !== null && <Security user={user} />}
      <ModalActions leave="Close" />
    </Modal>
  )
}

function Security({ user }: { user: AdminUser }) {
  const security = useMemo(() => createUserSecurity(user.id), [user.id])
  const [isAsking, setAsking] = useState(false)
  const may = useStore($may)
  if (!may('accounts')) return <Bans security={security} userId={user.id} />
  if (isPast)
    return (
      <div className="stack">
        <Bans security={security} userId={user.id} />
        <p className="quiet">Sessions and two-step sign-in: {messages.asOf.noPast}</p>
      </div>
    )
  return (
    <div className="stack">
      {user.isBanned && <Bans security={security} userId={user.id} />}
      <Sessions security={security} />
      {!user.isErased && (
        <section className="stack-tight" aria-labelledby="factor-title">
          <h3 id="factor-title">Two-step sign-in</h3>
          <p className="quiet small">
            For someone who lost their phone or passkeys and their recovery codes. Make sure it’s them.
          </p>
          <button className="button button-small" type="button" onClick={() => setAsking(true)}>
            Reset two-step sign-in
          </button>
          <ConfirmDialog
            isOpen={isAsking}
            question="Turn off two-step sign-in for this person?"
            detail="Their passkeys are removed too. A password or a magic link is then enough to sign in, until they set it up again."
            confirm="Turn it off"
            keep="Leave it on"
            onConfirm={() => resetSecondFactor(user.id)}
            onClose={() => setAsking(false)}
          />
        </section>
      )}
      {!user.isBanned && <Bans security={security} userId={user.id} />}
    </div>
  )
}

function Sessions({ security }: { security: UserSecurity }) {
  const { sessions, pastSessions, $isEnding, endSession, endSessions } = security
  const isEnding = useStore($isEnding)
  return (
    <section className="stack-tight" aria-labelledby="user-sessions-title">
      <h3 id="user-sessions-title">Sessions</h3>
      <LoadedItems
        list={sessions}
        placeholder={<p role="status">Loading sessions…</p>}
        none={<p className="quiet">Not signed in anywhere.</p>}
      >
        {(items) => (
          <>
            <ul className="rows" aria-label="Sessions">
              {items.map((session) => (
                <li key={session.id}>
                  <SessionFacts session={session} />
                  <button
                    className="button button-small"
                    type="button"
                    disabled={isEnding}
                    aria-label={`End the session on ${session.device}, last seen ${dateAndTime(session.lastSeenAt)}`}
                    onClick={() => endSession(session.id)}
                  >
                    End
                  </button>
                </li>
              ))}
            </ul>
            <button className="button button-small" type="button" disabled={isEnding} onClick={endSessions}>
              End all sessions
            </button>
          </>
        )}
      </LoadedItems>
      <PastSessions list={pastSessions} />
    </section>
  )
}

function Bans({ security: { bans }, userId }: { security: UserSecurity; userId: number }) {
  const isBusy = useStore(userList.$busy).includes(userId)
  const may = useStore($may)
  const heading = useRef<HTMLHeadingElement>(null)
  async function lift() {
    if (!(await unban(userId))) return
    await bans.reload()
    heading.current?.focus()
  }
  return (
    <section className="stack-tight" aria-labelledby="bans-title">
      <h3 id="bans-title" tabIndex={-1} ref={heading}>
        Bans
      </h3>
      <LoadedItems
        list={bans}
        placeholder={<p role="status">Loading bans…</p>}
        none={<p className="quiet">No bans.</p>}
      >
        {(items) => (
          <ul className="rows" aria-label="Bans">
            {items.map((ban) => (
              <li key={ban.id}>
                <div>
                  <p>
                    <strong>{ban.reason ?? 'No reason given'}</strong>{' '}
                    {ban.status === 'in force' && <span className="badge badge-bad">Active</span>}
                  </p>
                  <p className="quiet small">
                    {beginning(ban)} {ending(ban)}
                  </p>
                </div>
                {ban.status === 'in force' && !isPast && may('accounts') && (
                  <button className="button button-small" type="button" disabled={isBusy} onClick={lift}>
                    Lift ban
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadedItems>
    </section>
  )
}

const actorName = (person: UserBan['bannedBy']) =>
  person === null
    ? 'the system'
    : person.id === null
      ? 'a member of staff'
      : (personName(person) ?? `person ${person.id}`)

const beginning = ({ bannedAt, bannedBy, until }: UserBan) =>
  `Banned ${dateAndTime(bannedAt)} by ${actorName(bannedBy)}${until === null ? '' : `, until ${dateAndTime(until)}`}.`

function ending({ status, endedAt, liftedBy }: UserBan): string {
  const when = endedAt === null ? '' : ` ${dateAndTime(endedAt)}`
  switch (status) {
    case 'in force':
      return ''
    case 'lifted':
      return `Lifted${when} by ${actorName(liftedBy)}.`
    case 'ran out':
      return `Expired${when}.`
    case 'replaced':
      return `Replaced${when} by another ban.`
  }
}
