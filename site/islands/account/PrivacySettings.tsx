import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { paths } from '../../lib/paths.ts'
import { $changingPhoto, removePhoto } from '../../stores/account/profile-photo.ts'
import { chooseSettingsTab } from '../../stores/account/settings.ts'
import { InfoDialog } from '../ui/InfoDialog.tsx'

/** Who can see what about a person, and what they can change. */
export function PrivacySettings({ user }: { user: CurrentUser }) {
  const isChanging = useStore($changingPhoto)
  return (
    <InfoDialog
      button="Privacy Settings"
      title="Privacy Settings"
      lead="Who can see what about you, and what you can change."
    >
      <dl className="privacy">
        <div>
          <dt>Your profile</dt>
          <dd>Only you and the campaign’s staff can see your name, address, phone and email.</dd>
        </div>
        <div>
          <dt>Your photo</dt>
          <dd>
            {user.profileImageUrl === null ? (
              'You don’t have one. Your initials are shown instead.'
            ) : (
              <>
                Its web address can’t be guessed, and we show it only to you.{' '}
                <button className="link" type="button" disabled={isChanging} onClick={removePhoto}>
                  Remove it
                </button>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Prayers and endorsements</dt>
          <dd>After review, they are public with your name, never with your email address.</dd>
        </div>
        <div>
          <dt>Messages from us</dt>
          <dd>
            You decide which ones you get.{' '}
            <Dialog.Close className="link" onClick={() => chooseSettingsTab('notifications')}>
              Notification preferences
            </Dialog.Close>
          </dd>
        </div>
        <div>
          <dt>Visits</dt>
          <dd>
            We keep a log of your page requests for 30 days and, for a year, which pages you opened and which forms you
            sent while signed in. Both are part of your download.
          </dd>
        </div>
      </dl>
      <p className="small">
        <a href={paths.privacy}>Read the full Privacy Policy</a>
      </p>
    </InfoDialog>
  )
}
