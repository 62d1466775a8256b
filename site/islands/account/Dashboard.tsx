import { useStore } from '@nanostores/react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { campaign } from '../../../contract/campaign.ts'
import type { IconName } from '../../lib/icons.ts'
import { fullName, personName } from '../../lib/names.ts'
import { paths } from '../../lib/paths.ts'
import { $isStaff } from '../../stores/rights.ts'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { SignedIn } from './SignedIn.tsx'
import { Submissions } from './Submissions.tsx'

type Way = { path: string; label: string; icon: IconName }

const quickActions: Way[] = [
  { path: paths.volunteer, label: 'Volunteer Now', icon: 'people' },
  { path: paths.forum, label: 'Join Forum Discussion', icon: 'chat' },
  { path: paths.events, label: 'View Upcoming Events', icon: 'calendar' },
]
const adminPanel: Way = { path: paths.admin, label: 'Admin Panel', icon: 'shield' }

const tiles: (Way & { text: string })[] = [
  { path: paths.volunteer, label: 'Volunteer', icon: 'people', text: 'Lend an evening or a skill' },
  { path: paths.forum, label: 'Community Forum', icon: 'chat', text: 'Talk with your neighbors' },
  { path: paths.events, label: 'Events', icon: 'calendar', text: 'Meet us in person' },
  { path: paths.profile, label: 'Settings', icon: 'gear', text: 'Your profile and account' },
]

export function Dashboard() {
  const isStaff = useStore($isStaff)
  return (
    <SignedIn fallback={<CardSkeleton label="Loading your dashboard…" />}>
      {(user) => (
        <div className="account-rows">
          <DeletionNotice />
          <div className="dashboard-columns">
            <div className="account-rows">
              <ProfileCard user={user} />
              <QuickActions ways={isStaff ? [...quickActions, adminPanel] : quickActions} />
            </div>
            <div className="account-rows">
              <Submissions />
              <RecentActivity />
            </div>
          </div>
          <Tiles />
        </div>
      )}
    </SignedIn>
  )
}

function ProfileCard({ user }: { user: CurrentUser }) {
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <div>
        <p>
          <strong dir="auto">{fullName(user)}</strong>
        </p>
        {personName(user) !== null && <p className="quiet small">{user.email}</p>}
      </div>
      <p className="badges">
        {user.isEmailVerified && <span className="badge badge-good">Verified</span>}
        <span className="badge badge-waiting">{campaign.supporterBadge}</span>
        {user.isAdmin && <span className="badge badge-blue">Admin</span>}
      </p>
      <a className="button button-small" href={paths.profile}>
        <Icon name="edit" size={18} />
        Edit Profile
      </a>
    </section>
  )
}

function QuickActions({ ways }: { ways: Way[] }) {
  return (
    <section className="card stack" aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      <ul className="account-links">
        {ways.map(({ path, label, icon }) => (
          <li key={path}>
            <a href={path}>
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tiles() {
  return (
    <nav className="account-tiles" aria-label="Shortcuts">
      {tiles.map(({ path, label, icon, text }) => (
        <a className="card" href={path} key={label}>
          <span className="tile-icon">
            <Icon name={icon} size={24} />
          </span>
          <strong>{label}</strong>
          <span className="quiet small">{text}</span>
        </a>
      ))}
    </nav>
  )
}
