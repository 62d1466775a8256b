import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { settingsProfileForm } from '../../stores/account/profile.ts'
import { $settingsTab, chooseSettingsTab } from '../../stores/account/settings.ts'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { PhotoPicker } from './PhotoPicker.tsx'
import { PreferenceSwitches } from './PreferenceSwitches.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { Security } from './Security.tsx'
import { SignedIn } from './SignedIn.tsx'

type PanelProps = { user: CurrentUser }

function ProfilePanel({ user }: PanelProps) {
  return (
    <section className="card stack" aria-labelledby="settings-profile">
      <h2 id="settings-profile">Profile Information</h2>
      <PhotoPicker user={user} />
      <ProfileForm form={settingsProfileForm} user={user} />
    </section>
  )
}

const tabs = [
  { id: 'profile', label: 'Profile', Panel: ProfilePanel },
  { id: 'notifications', label: 'Notifications', Panel: PreferenceSwitches },
  { id: 'security', label: 'Security', Panel: Security },
] as const

export function Settings() {
  const tab = useStore($settingsTab)
  return (
    <SignedIn fallback={<CardSkeleton label="Loading your settings…" />}>
      {(user) => (
        <>
          <DeletionNotice />
          <Tabs.Root value={tab} onValueChange={chooseSettingsTab}>
            <Tabs.List className="tabs settings-tabs" aria-label="Settings">
              {tabs.map(({ id, label }) => (
                <Tabs.Tab className="tab" value={id} key={id}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ id, Panel }) => (
              // Input in the profile is kept while the person looks at another tab.
              <Tabs.Panel className="settings-panel tab-panel" value={id} key={id} keepMounted={id === 'profile'}>
                <Panel user={user} />
              </Tabs.Panel>
            ))}
          </Tabs.Root>
        </>
      )}
    </SignedIn>
  )
}
