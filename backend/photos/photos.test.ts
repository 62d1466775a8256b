import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPhotoFolder } from './photo-folder.ts'
import { cutSquares, UnfitPicture } from './squares.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b3202c' } })

async function store() {
  const folder = await mkdtemp(join(tmpdir(), 'photos-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, photos: createPhotoFolder(folder) }
}
const ruth = '11111111-1111-4111-8111-111111111111'
const naomi = '22222222-2222-4222-8222-222222222222'

describe('cutting a picture', () => {
  it.for(['jpeg', 'png', 'webp'] as const)('of %s makes a square webp in three sizes', async (format) => {
    const squares = await cutSquares(await picture(400, 300).toFormat(format).toBuffer())
    for (const [size, bytes] of squares)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: size, height: size })
    expect([...squares.keys()]).toEqual([64, 128, 256])
  })

  it('turns it upright and leaves out where and by what it was taken', async () => {
    const exif = { IFD0: { Copyright: 'Canary-camera', Orientation: '6' } }
    const taken = await picture(300, 200).jpeg().withExif(exif).toBuffer()
    expect(taken.includes('Canary-camera')).toBe(true)
    for (const bytes of (await cutSquares(taken)).values()) {
      const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(bytes.includes('Canary-camera')).toBe(false)
    }
  })

  it('makes a picture of one pixel large enough', async () => {
    expect((await cutSquares(await picture(1, 1).png().toBuffer())).size).toBe(3)
  })

  it.for([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', async () => Buffer.from('<!doctype html><p>Hi</p>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a GIF', async () => picture(9, 9).gif().toBuffer()],
    ['the head of a JPEG alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a cut-off JPEG', async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 400)],
    ['a PNG with wrong bytes', async () => Buffer.from('\x89PNG\r\n\x1a\n and then something else', 'latin1')],
    ['a bomb: a small file of too many pixels', async () => picture(15_000, 15_000).png().toBuffer()],
  ] as const)('refuses %s with a sentence', { timeout: 60_000 }, async ([, bytes]) => {
    const refusal = cutSquares(await bytes())
    await expect(refusal).rejects.toThrow(UnfitPicture)
    await expect(refusal).rejects.toThrow(/^This .*\.$/)
  })
})

describe('the folder of photos', () => {
  it('gives back what it took, and nothing under any other name', async () => {
    const { photos } = await store()
    const squares = await cutSquares(await picture(300, 300).png().toBuffer())
    const photo = await photos.save(ruth, 'command-1', squares)
    expect(await photos.save(ruth, 'command-1', squares)).toBe(photo)
    expect(await photos.read(photo, 64)).toEqual(squares.get(64))
    for (const name of ['../../etc/passwd', `${photo}/..`, photo.toUpperCase(), photo.replace(/.$/, 'x'), ''])
      expect(await photos.read(name, 64)).toBeNull()
  })

  it('removes one photo, and forgets all of one person', async () => {
    const { folder, photos } = await store()
    const squares = await cutSquares(await picture(300, 300).png().toBuffer())
    const [first, second, other] = [
      await photos.save(ruth, 'command-1', squares),
      await photos.save(ruth, 'command-2', squares),
      await photos.save(naomi, 'command-3', squares),
    ]
    for (let time = 1; time <= 2; time++) await photos.remove(first)
    expect(await photos.read(first, 256)).toBeNull()
    expect(await photos.read(second, 256)).not.toBeNull()
    for (let time = 1; time <= 2; time++) await photos.forget(ruth)
    expect(await photos.read(second, 256)).toBeNull()
    expect(await photos.read(other, 256)).not.toBeNull()
    expect(await readdir(folder)).toHaveLength(1)
  })
})
