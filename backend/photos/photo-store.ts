import { errorNames } from '../../records/http/error-names.ts'
import type { PhotoSize, Squares } from './squares.ts'

/**
 * Where profile photos are stored; photo-folder.ts and photo-bucket.ts are the adapters. A photo is named
 * `<owner>/<name>`: the owner is a hash of the person, so that all their photos can be deleted together, and the name a
 * hash of the content.
 */
export type PhotoStore = {
  /** Durable once it resolves; the same photo in the same command has the same name. */
  save(subject: string, commandId: string, squares: Squares): Promise<string>
  /** The webp; null when there is none. */
  read(photo: string, size: PhotoSize): Promise<Buffer | null>
  /** Idempotent. */
  remove(photo: string): Promise<void>
  /** Permanently deletes every photo of the person. */
  forget(subject: string): Promise<void>
}

/** The store does not respond or rejects us; the cause has the details. The same request may succeed later. */
export class PhotosUnavailable extends Error {
  override readonly name = errorNames.photosUnavailable
  constructor(options?: ErrorOptions) {
    super('Photos are unavailable right now. Please try again in a minute.', options)
  }
}
