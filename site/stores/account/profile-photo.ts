import { atom } from 'nanostores'
import type { changeProfilePhoto, readProfilePhoto, removeProfilePhoto } from '../../../contract/profile.ts'
import { call, callWithFile, sentenceOf } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { maxPhotoBytes } from '../../lib/photos.ts'
import { $session, refreshSession } from '../session.ts'
import { showError, showToast } from '../toasts.ts'

/** Null until it is known whether pictures can be uploaded here. */
export const $canUploadPhotos = atom<boolean | null>(null)
export const $changingPhoto = atom(false)

const path = '/api/profile/photo'

export async function loadPhotoSetting(): Promise<void> {
  try {
    const { isConfigured } = await call<typeof readProfilePhoto>('GET', path)
    $canUploadPhotos.set(isConfigured)
  } catch {
    // The upload itself will say what is wrong.
    $canUploadPhotos.set(true)
  }
}

export const showComingSoon = () => showToast(messages.photo.notConfigured)

export async function changePhoto(file: File): Promise<void> {
  if (file.size > maxPhotoBytes) return showError(messages.photo.tooLarge)
  await change(async () => {
    const user = await callWithFile<typeof changeProfilePhoto>('PUT', path, file)
    $session.set({ status: 'signed-in', user })
    showToast(messages.photo.done)
  })
}

export const removePhoto = () =>
  change(async () => {
    await call<typeof removeProfilePhoto>('DELETE', path)
    await refreshSession()
    showToast(messages.photo.removed)
  })

async function change(work: () => Promise<void>): Promise<void> {
  if ($changingPhoto.get()) return
  $changingPhoto.set(true)
  try {
    await work()
  } catch (error) {
    const { title, description } = messages.photo.failed
    showError({ title, description: sentenceOf(error) ?? description })
  } finally {
    $changingPhoto.set(false)
  }
}
