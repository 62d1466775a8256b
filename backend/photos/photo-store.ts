import type { PhotoSize, Squares } from './squares.ts'

/**
 * Where people's pictures are kept: photo-folder.ts and photo-bucket.ts are the adapters. A photo is named
 * `<owner>/<name>`: the first says in secret whose it is, so that all of a person's can be forgotten at once, the second
 * in secret what it shows.
 */
export type PhotoStore = {
  /** Durable when it resolves; the same picture under the same command has the same name. */
  save(subject: string, commandId: string, squares: Squares): Promise<string>
  /** The webp; null when there is none. */
  read(photo: string, size: PhotoSize): Promise<Buffer | null>
  /** Doing it twice is fine. */
  remove(photo: string): Promise<void>
  /** Every picture of the person, for good. */
  forget(subject: string): Promise<void>
}

/** The store does not answer, or refuses us; the cause says how. The same request may succeed later. */
export class PhotosAway extends Error {
  constructor(options?: ErrorOptions) {
    super('Photos cannot be reached just now. Please try again in a minute.', options)
    this.name = 'PhotosAway'
  }
}
