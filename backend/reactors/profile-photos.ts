import type { UserEvent } from '../domain/accounts/users.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { ReactsTo } from './reactor.ts'

type PhotoEvent = Extract<UserEvent, { type: 'ProfilePhotoChanged' }> | SubjectEvent

/**
 * Deletes the files of a replaced picture and all pictures of an erased person, in case the command that does so right
 * away failed. Names are never reused, so deleting late or twice does no harm.
 */
export const profilePhotosReactor = ({
  photos,
}: {
  photos: { remove(photo: string): Promise<void>; forget(subject: string): Promise<void> }
}): ReactsTo<PhotoEvent> => ({
  name: 'profile-photos',
  on: {
    async ProfilePhotoChanged({ data }) {
      if (data.replaced !== null) await photos.remove(data.replaced)
    },
    SubjectErased: ({ data }) => photos.forget(data.subject),
  },
})
