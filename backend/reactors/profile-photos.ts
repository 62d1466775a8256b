import type { SubjectEvent } from '../domain/subjects.ts'
import type { UserEvent } from '../domain/users.ts'
import type { Recorded } from '../eventlog/metadata.ts'

type PhotoEvent = Extract<UserEvent, { type: 'ProfilePhotoChanged' }> | SubjectEvent

export type ProfilePhotosReactor = {
  name: 'profile-photos'
  on: { [E in PhotoEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Deletes the files of a replaced picture and all pictures of an erased person, in case the command that does so right
 * away failed. Names are never reused, so deleting late or twice does no harm.
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
