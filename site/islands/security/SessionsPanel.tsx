import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Session, SignInRecord } from '../../../contract/auth-sessions.ts'
import { secondFactors, signInMethods } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { placeName } from '../../lib/names.ts'
import { $ending, endOne, endOthers, pastSessions, sessions, signIns } from '../../stores/security/sessions.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LoadedItems } from '../ui/LoadedItems.tsx'
import { PastSessions } from './PastSessions.tsx'
import { SessionFacts } from './SessionFacts.tsx'

/** Where the person is signed in, and recent sign-ins. */
export function SessionsPanel() {
  return (
    <section className="card stack security" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Your Sessions</h2>
      <p className="quiet">
        Every browser you are signed in on. If you don’t recognize one, sign it out and change your password.
      </p>
      <SessionList />
      <PastSessions list={pastSessions} />
      <SignInHistory />
    </section>
  )
}

function SessionList() {
  const ending = useStore($ending)
  const [isAsking, setAsking] = useState(false)
  return (
    <LoadedItems list={sessions} placeholder={<p role="status">Loading sessions…</p>}>
      {(items) => (
        <>
          <ul className="rows" aria-label="Sessions">
            {items.map((session) => (
              <SessionRow key={session.id} session={session} isEnding={ending === session.id} />
            ))}
          </ul>
          {items.length > 1 && (
            <BusyButton
              className="button button-small"
              isBusy={ending === 'others'}
              busy="Signing out…"
              onClick={() => setAsking(true)}
            >
              Sign out everywhere else
            </BusyButton>
          )}
          <ConfirmDialog
            isOpen={isAsking}
            question={messages.sessions.confirmEndOthers}
            detail="Every other browser will have to sign in again. This one stays signed in."
            confirm="Sign out everywhere else"
            keep="Keep them signed in"
            onConfirm={endOthers}
            onClose={() => setAsking(false)}
          />
        </>
      )}
    </LoadedItems>
  )
}

function SessionRow({ session, isEnding }: { session: Session; isEnding: boolean }) {
  const { id, device, lastSeenAt, isCurrent } = session
  return (
    <li>
      <SessionFacts session={session} />
      {!isCurrent && (
        <button
          className="button button-small"
          type="button"
          disabled={isEnding}
          aria-label={`Sign out ${device}, last seen ${dateAndTime(lastSeenAt)}`}
          onClick={() => endOne(id)}
        >
          Sign out
        </button>
      )}
    </li>
  )
}

function SignInHistory() {
  const state = useStore(signIns.$state)
  if (state.status !== 'loaded') return null
  return (
    <details>
      <summary>Login history for the last 90 days</summary>
      <ul className="rows" aria-label="Login history">
        {state.items.map((record) => (
          <HistoryRow key={record.id} record={record} />
        ))}
      </ul>
    </details>
  )
}

function HistoryRow({ record: { device, place, method, outcome, secondFactor, at } }: { record: SignInRecord }) {
  const tried = secondFactor ?? method
  const wrong = tried === 'passkey' ? 'Passkey rejected' : secondFactor === null ? 'Wrong password' : 'Wrong code'
  const means = [signInMethods[method], outcome === 'success' && secondFactor && secondFactors[secondFactor]]
  return (
    <li>
      <div>
        <p>
          {dateAndTime(at)} {outcome === 'failure' && <span className="badge badge-bad">{wrong}</span>}
        </p>
        <p className="quiet small">
          {device} · {placeName(place)} · {means.filter(Boolean).join(' and ')}
        </p>
      </div>
    </li>
  )
}
