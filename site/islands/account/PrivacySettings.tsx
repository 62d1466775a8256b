import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { paths } from '../../lib/paths.ts'
import { $changingPhoto, removePhoto } from '../../stores/account/profile-photo.ts'
import { chooseSettingsTab } from '../../stores/account/settings.ts'
import { InfoDialog } from '../ui/InfoDialog.tsx'

/** Who sees what of a person, and what they can do about it. */
export function PrivacySettings({ user }: { user: CurrentUser }) {
  const isChanging = useStore($changingPhoto)
  return (
    <InfoDialog
      button="Privacy Settings"
      title="Privacy Settings"
      lead="Who sees what of you, and what you can change."
    >
      <dl className="privacy">
        <div>
          <dt>Your profile</dt>
          <dd>
            Name, address, phone and email are seen by you and by the campaign’s administrators, and by nobody else.
          </dd>
        </div>
        <div>
          <dt>Your photo</dt>
          <dd>
            {user.profileImageUrl === null ? (
              'You have none: your initials are shown.'
            ) : (
              <>
                Its address cannot be guessed, and nobody is given it but you.{' '}
                <button className="link" type="button" disabled={isChanging} onClick={removePhoto}>
                  Remove it
                </button>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Prayers and endorsements</dt>
          <dd>After review they are public, with your name and never with your email address.</dd>
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
          <dd>The pages you open while signed in are noted for 30 days, then deleted. Your download shows them.</dd>
        </div>
      </dl>
      <p className="small">
        <a href={paths.privacy}>Read the whole Privacy Policy</a>
      </p>
    </InfoDialog>
  )
}
