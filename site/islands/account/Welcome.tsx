import { greetingName } from '../../lib/names.ts'
import { signOut } from '../../stores/session.ts'
import { Avatar } from './Avatar.tsx'
import { SignedIn } from './SignedIn.tsx'

const title = <h1>Welcome</h1>

/** The greeting in the dashboard's band. */
export function Welcome() {
  return (
    <SignedIn fallback={title} unreachable={title}>
      {(user) => (
        <div className="welcome">
          <Avatar user={user} />
          <div>
            <p className="over">Your dashboard</p>
            <h1>Welcome, {greetingName(user)}!</h1>
          </div>
          <button className="button button-small" type="button" onClick={signOut}>
            Sign Out
          </button>
        </div>
      )}
    </SignedIn>
  )
}
