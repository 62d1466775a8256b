import { paths, settingsPath } from '../../lib/paths.ts'
import { profileForm } from '../../stores/account/profile.ts'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { DeletionNotice } from './DeletionNotice.tsx'
import { PhotoPicker } from './PhotoPicker.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SignedIn } from './SignedIn.tsx'

export function Profile() {
  return (
    <SignedIn fallback={<CardSkeleton label="Loading your profile…" />}>
      {(user) => (
        <>
          <DeletionNotice />
          <div className="account-columns">
            <section className="card stack" aria-labelledby="details">
              <h2 id="details">Personal Information</h2>
              <PhotoPicker user={user} />
              <ProfileForm form={profileForm} user={user}>
                <a className="button" href={paths.dashboard}>
                  Cancel
                </a>
              </ProfileForm>
            </section>
            <section className="card stack" aria-labelledby="account-settings">
              <h2 id="account-settings">Account Settings</h2>
              <ul className="account-links">
                <li>
                  <a href={settingsPath('notifications')}>
                    <Icon name="bell" />
                    Notification Preferences
                  </a>
                </li>
                <li>
                  <a href={settingsPath('security')}>
                    <Icon name="shield" />
                    Privacy &amp; Security
                  </a>
                </li>
              </ul>
            </section>
          </div>
        </>
      )}
    </SignedIn>
  )
}
