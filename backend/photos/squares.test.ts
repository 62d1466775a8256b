import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cropSquares, InvalidPhoto } from './squares.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b3202c' } })

describe('cropping a photo', () => {
  it.for(['jpeg', 'png', 'webp'] as const)('of %s makes a square webp in three sizes', async (format) => {
    const squares = await cropSquares(await picture(400, 300).toFormat(format).toBuffer())
    for (const [size, bytes] of squares)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: size, height: size })
    expect([...squares.keys()]).toEqual([64, 128, 256])
  })

  it('rotates it upright and strips location and camera data', async () => {
    const exif = { IFD0: { Copyright: 'Canary-camera', Orientation: '6' } }
    const taken = await picture(300, 200).jpeg().withExif(exif).toBuffer()
    expect(taken.includes('Canary-camera')).toBe(true)
    for (const bytes of (await cropSquares(taken)).values()) {
      const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(bytes.includes('Canary-camera')).toBe(false)
    }
  })

  it('rejects a PNG of 16 bits that would take too much memory, and takes the same picture in 8', async () => {
    const large = sharp({ create: { width: 6000, height: 6000, channels: 4, background: '#0b1f3f' } })
    const deep = await large.clone().toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()
    await expect(cropSquares(deep)).rejects.toThrow('This picture is too large.')
    expect((await cropSquares(await large.clone().png({ compressionLevel: 1 }).toBuffer())).size).toBe(3)
  })

  it.for([
    ['of more than 50 megapixels', 7_100, 7_060],
    ['with a long edge', 20_000, 10],
  ] as const)('says that a picture %s is too large', async ([, width, height]) => {
    await expect(cropSquares(await picture(width, height).png().toBuffer())).rejects.toThrow(
      'This picture is too large.',
    )
  })

  it('enlarges a photo of one pixel', async () => {
    expect((await cropSquares(await picture(1, 1).png().toBuffer())).size).toBe(3)
  })

  it.for([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', async () => Buffer.from('<!doctype html><p>Hi</p>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a GIF', async () => picture(9, 9).gif().toBuffer()],
    ['the head of a JPEG alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a cut-off JPEG', async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 400)],
    ['a PNG with wrong bytes', async () => Buffer.from('\x89PNG\r\n\x1a\n and then something else', 'latin1')],
    ['a bomb: a small file of too many pixels', async () => picture(7_100, 7_100).png().toBuffer()],
  ] as const)('rejects %s with a sentence', { timeout: 60_000 }, async ([, bytes]) => {
    const rejection = cropSquares(await bytes())
    await expect(rejection).rejects.toThrow(InvalidPhoto)
    await expect(rejection).rejects.toThrow(/^This .*\.$/)
  })
})
