import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Bodies } from './ready-page.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * `best`: once, at build time (brotli 11 takes seconds per megabyte). `quick`: when visitors may be waiting for an
 * update. The mode is a hint for the encoder: at 11, that for fonts makes our pages and scripts up to 14 bytes smaller
 * than that for text.
 */
const effort = {
  best: { brotli: 11, mode: constants.BROTLI_MODE_FONT, gzip: 9 },
  quick: { brotli: 5, mode: constants.BROTLI_MODE_TEXT, gzip: 6 },
}

const compressible = /^(text\/|image\/svg|application\/(javascript|json|xml|manifest\+json|atom\+xml))/

/** Runs off the main thread. Encodings that would not be smaller are omitted. */
export async function compress(
  identity: Buffer,
  contentType: string,
  { quality }: { quality: keyof typeof effort },
): Promise<Bodies> {
  if (!compressible.test(contentType)) return { identity, gzip: null, br: null }
  const { brotli: level, mode, gzip: zipLevel } = effort[quality]
  const [br, zipped] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
        [constants.BROTLI_PARAM_MODE]: mode,
      },
    }),
    zip(identity, { level: zipLevel }),
  ])
  const smaller = (bytes: Buffer) => (bytes.byteLength < identity.byteLength ? bytes : null)
  return { identity, gzip: smaller(zipped), br: smaller(br) }
}
