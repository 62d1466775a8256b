import { useStore } from '@nanostores/react'
import { type ChangeEvent, useRef } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { photoTypes } from '../../lib/photos.ts'
import {
  $canUploadPhotos,
  $changingPhoto,
  changePhoto,
  removePhoto,
  showComingSoon,
} from '../../stores/account/profile-photo.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'
import { Avatar } from './Avatar.tsx'

/** The photo, with a button to change it; where photos are turned off, the button only says so (§2). */
export function PhotoPicker({ user }: { user: CurrentUser }) {
  const canUpload = useStore($canUploadPhotos)
  const isChanging = useStore($changingPhoto)
  const chooser = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)

  // While a change is in progress, neither button can take the focus.
  useRestoreFocus(isChanging || user.profileImageUrl !== null, () => buttons.current?.querySelector('button'))

  function onChoose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) void changePhoto(file)
    // Lets people choose the same file again.
    currentTarget.value = ''
  }
  const small = 'button button-small'
  return (
    <div className="photo-picker">
      <Avatar user={user} />
      <div className="photo-choice">
        <div className="actions" ref={buttons}>
          <BusyButton
            className={small}
            busy="Uploading..."
            isBusy={isChanging}
            onClick={() => (canUpload === false ? showComingSoon() : chooser.current?.click())}
          >
            Change Photo
          </BusyButton>
          {user.profileImageUrl !== null && (
            <button className={small} type="button" disabled={isChanging} onClick={removePhoto}>
              Remove Photo
            </button>
          )}
        </div>
        {canUpload !== false && (
          <p className="quiet small">JPEG, PNG or WebP. We keep only the picture itself, cropped to a square.</p>
        )}
      </div>
      <input
        className="visually-hidden"
        ref={chooser}
        type="file"
        accept={photoTypes}
        aria-label="Profile photo"
        tabIndex={-1}
        onChange={onChoose}
      />
    </div>
  )
}
