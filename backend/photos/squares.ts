import sharp from 'sharp'
import { createSemaphore } from '../concurrency/semaphore.ts'

/** Edges in pixels: the header's avatar, cards, and the largest a page shows on a sharp screen. */
export const photoSizes = [64, 128, 256] as const
export type PhotoSize = (typeof photoSizes)[number]

/** One webp per size. */
export type Squares = Map<PhotoSize, Buffer>

/** What was sent is no picture of ours; the message is one sentence for the person. */
export class UnfitPicture extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnfitPicture'
  }
}

/** More than any phone's; what claims to be larger is a bomb. */
const maxPixels = 50_000_000
const maxEdge = 16_384
/** Pictures that wait to be cut at most, so that a flood costs bounded memory. */
const maxWaiting = 8
/** Seconds. */
const timeout = 15

const unreadable = 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.'

/** Known by their first bytes, so that no other decoder is ever given a stranger's bytes, whatever the header said. */
function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null
}

const cutting = createSemaphore({
  running: 1,
  waiting: maxWaiting,
  whenFull: 'Many people are changing their picture right now. Please try again in a few seconds.',
})

/**
 * Cuts the middle square out of a picture and encodes it anew in each size: upright, in sRGB, and without anything the
 * file carried besides (place, camera, thumbnails, hidden data). One at a time. Throws UnfitPicture and QueueFull.
 */
export async function cutSquares(bytes: Uint8Array): Promise<Squares> {
  const format = formatOf(bytes)
  if (format === null) throw new UnfitPicture('This is not a JPEG, PNG or WebP picture. Please choose another file.')
  return cutting(() => cut(bytes, format))
}

async function cut(bytes: Uint8Array, format: string): Promise<Squares> {
  try {
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true, pages: 1 })
    const found = await source.metadata()
    if (found.format !== format) throw new UnfitPicture(unreadable)
    if (found.width > maxEdge || found.height > maxEdge || found.width * found.height > maxPixels)
      throw new UnfitPicture('This picture is too large. Please choose one of at most 50 megapixels.')
    const largest = await source
      .timeout({ seconds: timeout })
      .resize(256, 256, { fit: 'cover' })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    const squares: Squares = new Map()
    for (const size of photoSizes)
      squares.set(size, await sharp(largest).resize(size, size).webp({ quality: 82 }).toBuffer())
    return squares
  } catch (error) {
    if (error instanceof UnfitPicture) throw error
    throw new UnfitPicture(unreadable)
  }
}
