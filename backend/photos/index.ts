import { type BucketSettings, createPhotoBucket } from './photo-bucket.ts'
import { createPhotoFolder } from './photo-folder.ts'
import { cropSquares } from './squares.ts'

/** People's pictures; `ownPhotos`, for the people themselves, is null where that is switched off. */
export function createPhotos({
  bucket,
  folder,
  isOn,
}: {
  /** Null: photos are stored in the folder. */
  bucket: BucketSettings | null
  folder: string
  isOn: boolean
}) {
  const photos = bucket ? createPhotoBucket(bucket) : createPhotoFolder(folder)
  const save = async (subject: string, commandId: string, picture: Uint8Array) =>
    photos.save(subject, commandId, await cropSquares(picture))
  return { photos, ownPhotos: isOn ? { ...photos, save } : null }
}
