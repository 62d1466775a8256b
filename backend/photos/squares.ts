import { errorNames } from '../../records/http/error-names.ts'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'

/** Edge lengths in pixels: the avatar in the header, cards, and the largest size on a high-resolution screen. */
export const photoSizes = [64, 128, 256] as const
export type PhotoSize = (typeof photoSizes)[number]

/** One webp per size. */
export type Squares = Map<PhotoSize, Buffer>

/** The upload is not an acceptable photo; the message is one sentence for the person. */
export class InvalidPhoto extends Error {
  override readonly name = errorNames.invalidPhoto
}

/** More than any phone takes; a larger size is a decompression bomb. */
const maxPixels = 50_000_000
const maxEdge = 16_384
/**
 * Bytes of the unpacked picture: 50 megapixels with four channels of 8 bits. A PNG of 16 bits a channel takes twice as
 * many.
 */
const maxBytes = 4 * maxPixels
const bytesPerSample = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}
/** Maximum number of photos waiting to be cropped, so that a flood uses bounded memory. */
const maxWaiting = 8
/** Seconds. */
const timeout = 15

const unreadable = 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.'

/**
 * Detects the format by the first bytes, so that no other decoder ever gets untrusted bytes, whatever the header said.
 */
function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null
}

const cutting = createSemaphore({
  running: 1,
  waiting: maxWaiting,
  whenFull: 'Many people are changing their photo right now. Please try again in a few seconds.',
})

/**
 * Crops the center square of a photo and re-encodes it in each size: upright, in sRGB, and without any other data in
 * the file (location, camera, thumbnails, hidden data). One at a time. Throws InvalidPhoto and QueueFull.
 */
export async function cropSquares(bytes: Uint8Array): Promise<Squares> {
  const format = formatOf(bytes)
  if (format === null) throw new InvalidPhoto('This is not a JPEG, PNG or WebP picture. Please choose another file.')
  return cutting(() => cut(bytes, format))
}

async function cut(bytes: Uint8Array, format: string): Promise<Squares> {
  try {
    const { default: sharp } = await import('sharp') // large
    // Reads the header alone: with the limit, a picture that is too large would look like one that is damaged.
    const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 }).metadata()
    if (found.format !== format) throw new InvalidPhoto(unreadable)
    const unpacked = found.width * found.height * found.channels * bytesPerSample[found.depth]
    if (
      unpacked > maxBytes ||
      found.width > maxEdge ||
      found.height > maxEdge ||
      found.width * found.height > maxPixels
    )
      throw new InvalidPhoto('This picture is too large. Please choose one of at most 50 megapixels.')
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true, pages: 1 })
    const largest = await source
      .timeout({ seconds: timeout })
      .resize(256, 256, { fit: 'cover' })
      .toColorspace('srgb')
      .png()
      .toBuffer()
    const squares: Squares = new Map()
    for (const size of photoSizes)
      squares.set(size, await sharp(largest).resize(size, size).webp({ quality: 82 }).toBuffer())
    return squares
  } catch (error) {
    if (error instanceof InvalidPhoto) throw error
    throw new InvalidPhoto(unreadable)
  }
}
