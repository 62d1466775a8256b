import { expect, it } from 'vitest'
import { recorded, ruth } from '../../test/support/log/projected.ts'
import { profilePhotosReactor } from './profile-photos.ts'

/** A store in memory: photo -> its owner. */
function photosOf(kept: Map<string, string>) {
  return {
    async remove(photo: string) {
      kept.delete(photo)
    },
    async forget(subject: string) {
      for (const [photo, owner] of kept) if (owner === subject) kept.delete(photo)
    },
  }
}
const naomi = '22222222-2222-4222-8222-222222222222'
const everything = () =>
  new Map([
    ['a/1', ruth],
    ['a/2', ruth],
    ['b/1', naomi],
  ])

it('a replaced photo is deleted, and repeated events do no harm', async () => {
  const kept = everything()
  const { on } = profilePhotosReactor({ photos: photosOf(kept) })
  const data = { userId: 7, subject: ruth, photo: 'a/2', replaced: 'a/1' }
  for (let time = 1; time <= 2; time++) await on.ProfilePhotoChanged(recorded({ type: 'ProfilePhotoChanged', data }))
  expect([...kept.keys()]).toEqual(['a/2', 'b/1'])
})

it('the first photo replaces none', async () => {
  const kept = everything()
  const { on } = profilePhotosReactor({ photos: photosOf(kept) })
  const data = { userId: 7, subject: ruth, photo: 'a/1', replaced: null }
  await on.ProfilePhotoChanged(recorded({ type: 'ProfilePhotoChanged', data }))
  expect(kept).toEqual(everything())
})

it('only the erased person’s photos are deleted', async () => {
  const kept = everything()
  const { on } = profilePhotosReactor({ photos: photosOf(kept) })
  await on.SubjectErased(recorded({ type: 'SubjectErased', data: { subject: ruth } }))
  expect([...kept.keys()]).toEqual(['b/1'])
})
