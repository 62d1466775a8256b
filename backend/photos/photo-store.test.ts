import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startS3Server } from '../../test/support/providers/s3-server.ts'
import { type BucketSettings, createPhotoBucket } from './photo-bucket.ts'
import { createPhotoFolder } from './photo-folder.ts'
import { PhotosUnavailable } from './photo-store.ts'
import { cropSquares } from './squares.ts'

const ruth = '11111111-1111-4111-8111-111111111111'
const naomi = '22222222-2222-4222-8222-222222222222'

const squares = await cropSquares(
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b3202c' } })
    .png()
    .toBuffer(),
)

/** `files`: the paths of a photo in all sizes. */
async function folder() {
  const root = await mkdtemp(join(tmpdir(), 'photos-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const files = async () => (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.webp')).sort()
  return { photos: createPhotoFolder(root), files }
}

async function bucket(changed: Partial<BucketSettings> = {}) {
  const server = await startS3Server()
  onTestFinished(server.close)
  const settings = { ...server.settings, ...changed }
  const photos = createPhotoBucket(settings, { timeout: 10_000 })
  const hurried = createPhotoBucket(settings, { timeout: 300 })
  return { photos, hurried, files: async () => [...server.objects.keys()].sort(), server }
}

describe.each([
  ['a folder', folder],
  ['an S3 bucket', bucket],
] as const)('photos in %s', (_name, create) => {
  it('are returned unchanged under their name and no other', async () => {
    const { photos, files } = await create()
    const photo = await photos.save(ruth, 'command-1', squares)
    expect(photo).toMatch(/^[\da-f]{32}\/[\da-f]{32}$/)
    expect(await photos.save(ruth, 'command-1', squares)).toBe(photo)
    expect(await files()).toEqual([64, 128, 256].map((size) => `${photo}-${size}.webp`).sort())
    for (const size of [64, 128, 256] as const) expect(await photos.read(photo, size)).toEqual(squares.get(size))
    for (const name of ['../../etc/passwd', `${photo}/..`, photo.toUpperCase(), photo.replace(/.$/, 'x'), ''])
      expect(await photos.read(name, 64)).toBeNull()
    expect(await photos.read(`${'0'.repeat(32)}/${'0'.repeat(32)}`, 64)).toBeNull()
  })

  it('are removed one by one or all of a person, idempotently', async () => {
    const { photos, files } = await create()
    const [first, second, other] = [
      await photos.save(ruth, 'command-1', squares),
      await photos.save(ruth, 'command-2', squares),
      await photos.save(naomi, 'command-3', squares),
    ]
    for (let time = 1; time <= 2; time++) await photos.remove(first)
    expect(await photos.read(first, 256)).toBeNull()
    expect(await photos.read(second, 256)).not.toBeNull()
    await photos.remove('../x')
    for (let time = 1; time <= 2; time++) await photos.forget(ruth)
    expect(await photos.read(second, 256)).toBeNull()
    expect(await files()).toEqual([64, 128, 256].map((size) => `${other}-${size}.webp`).sort())
  })
})

describe('an S3 bucket', () => {
  it.for(['silent', 503, 500] as const)('that is %s times out', async (mood) => {
    const { photos, hurried, server } = await bucket()
    const photo = await photos.save(ruth, 'command-1', squares)
    server.behave(mood)
    const asked = [hurried.read(photo, 64), hurried.save(ruth, 'command-2', squares), hurried.forget(ruth)]
    await Promise.all(asked.map((answer) => expect(answer).rejects.toThrow(PhotosUnavailable)))
    server.behave('well')
    expect(await photos.read(photo, 64)).not.toBeNull()
  })

  it.for([
    [{ secretAccessKey: 'not ours' }, '403 SignatureDoesNotMatch'],
    [{ accessKeyId: 'UNKNOWN' }, '403 InvalidAccessKeyId'],
    [{ region: 'eu-north-1' }, '403 AuthorizationHeaderMalformed'],
    [{ bucket: 'another' }, '404 NoSuchBucket'],
  ] as const)('with the wrong settings %j reports %s in the cause', async ([changed, said]) => {
    const { photos } = await bucket(changed)
    const rejection: unknown = await photos.forget(ruth).catch((error: unknown) => error)
    expect(rejection).toMatchObject({ name: 'PhotosUnavailable', cause: { message: `The bucket returned ${said}.` } })
  })

  it('that is unreachable reports it', async () => {
    const { photos, server } = await bucket()
    await server.close()
    await expect(photos.save(ruth, 'command-1', squares)).rejects.toThrow(PhotosUnavailable)
  })
})
