import { atom } from 'nanostores'
import type { changeProfilePhoto, readProfilePhoto, removeProfilePhoto } from '../../../contract/profile.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call, callWithFile } from '../../lib/api.ts'
import { maxPhotoBytes } from '../../lib/photos.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { refreshSession, showUser } from '../session.ts'
import { showError, showToast } from '../toasts.ts'

/** Null until we know whether photos can be uploaded. */
export const $canUploadPhotos = atom<boolean | null>(null)
export const $changingPhoto = atom(false)

const path = '/api/profile/photo'

async function loadPhotoSetting(): Promise<void> {
  try {
    const { isConfigured } = await call<typeof readProfilePhoto>('GET', path)
    $canUploadPhotos.set(isConfigured)
  } catch {
    // The upload will report the problem.
    $canUploadPhotos.set(true)
  }
}

onBrowserMount($canUploadPhotos, () => void loadPhotoSetting())

export const showComingSoon = () => showToast(accountMessages.photo.notConfigured)

/** Loaded when it is needed, because most pictures are small enough. */
const scaling = () => import('../../lib/smaller-photo.ts')

/** Cameras take pictures larger than the server accepts: those are scaled down first. */
export async function changePhoto(file: File): Promise<void> {
  await runExclusively($changingPhoto, accountMessages.photo.failed, async () => {
    const photo = file.size > maxPhotoBytes ? await (await scaling()).smallerPhoto(file) : file
    if (photo === null || photo.size > maxPhotoBytes) return showError(accountMessages.photo.tooLarge)
    const user = await callWithFile<typeof changeProfilePhoto>('PUT', path, photo)
    showUser(user)
    showToast(accountMessages.photo.done)
  })
}

export const removePhoto = () =>
  runExclusively($changingPhoto, accountMessages.photo.failed, async () => {
    await call<typeof removeProfilePhoto>('DELETE', path)
    await refreshSession()
    showToast(accountMessages.photo.removed)
  })
