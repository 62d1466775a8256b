import type { SubjectEvent } from '../domain/subjects.ts'
import type { UserEvent } from '../domain/users.ts'
import type { Recorded } from '../eventlog/metadata.ts'

type PhotoEvent = Extract<UserEvent, { type: 'ProfilePhotoChanged' }> | SubjectEvent

export type ProfilePhotosReactor = {
  name: 'profile-photos'
  on: { [E in PhotoEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Deletes the files of a picture that is shown no more, and all of an erased person's: the guarantee behind the commands
 * that do it at once. A name never comes back, so that doing it late or twice harms nothing.
 */
export const profilePhotosReactor = ({
  photos,
}: {
  photos: { remove(photo: string): Promise<void>; forget(subject: string): Promise<void> }
}): ProfilePhotosReactor => ({
  name: 'profile-photos',
  on: {
    async ProfilePhotoChanged({ data }) {
      if (data.replaced !== null) await photos.remove(data.replaced)
    },
    SubjectErased: ({ data }) => photos.forget(data.subject),
  },
})
