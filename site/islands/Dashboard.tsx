import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { CurrentUser } from '../../contract/auth.ts'
import { greetingName, initials } from '../lib/names.ts'
import { paths } from '../lib/paths.ts'
import { openDashboard } from '../stores/dashboard.ts'
import { $session, signOut } from '../stores/session.ts'

export function Dashboard() {
  const session = useStore($session)
  useEffect(() => {
    void openDashboard()
  }, [])
  switch (session.status) {
    case 'unknown':
    case 'signed-out':
      return (
        <p className="notice" role="status">
          Opening your dashboard…
        </p>
      )
    case 'unreachable':
      return (
        <p className="notice" role="alert">
          The server cannot be reached just now. Please load this page again in a moment.
        </p>
      )
    case 'signed-in':
      return <Welcome user={session.user} />
  }
}

function Welcome({ user }: { user: CurrentUser }) {
  return (
    <>
      <header className="welcome">
        <span className="face" aria-hidden="true">
          {initials(user)}
        </span>
        <h1>Welcome, {greetingName(user)}!</h1>
        <button className="button button-small" type="button" onClick={signOut}>
          Sign Out
        </button>
      </header>
      <div className="tiles">
        <section className="card stack" aria-labelledby="profile">
          <h2 id="profile">Profile</h2>
          <p>{user.email}</p>
          <p className="badges">
            {user.isEmailVerified && <span className="badge badge-good">Verified</span>}
            <span className="badge badge-waiting">Freedom Supporter</span>
            {user.isAdmin && <span className="badge">Admin</span>}
          </p>
        </section>
        <section className="card stack" aria-labelledby="quick-actions">
          <h2 id="quick-actions">Quick Actions</h2>
          <ul className="quick-actions">
            {user.isAdmin && (
              <li>
                <a href={paths.admin}>Admin Panel</a>
              </li>
            )}
            <li>
              <a href={paths.prayers}>Pray with the community</a>
            </li>
            <li>
              <a href={paths.endorsements}>Add your endorsement</a>
            </li>
          </ul>
        </section>
      </div>
    </>
  )
}
