import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { etagOf, type PageSource, type ReadyPage, readyPage } from './ready-page.ts'

/** Facts that the sitemap needs about a page. */
export type Listing = Pick<PageSource, 'path' | 'isListed'>

/** Every page and file of the site, by path. Setting a page replaces all its bytes and its ETag atomically. */
export type PageStore = {
  /** Undefined also for a page of thousands whose bytes were dropped: `has` tells. */
  get(path: string): ReadyPage | undefined
  has(path: string): boolean
  set(source: PageSource): void
  /**
   * For pages of which there may be thousands: only the smallest encoding is kept, and the others are made on request.
   * Over the limit, the bytes of those that were not asked for the longest are dropped.
   */
  setCompact(source: PageSource): void
  remove(path: string): void
  all(): Iterable<Listing>
}

/** The smallest of the bodies alone; brotli where there is one. */
type CompactPage = Omit<PageSource, 'bodies'> & { etag: string; body: Buffer; encoding: 'identity' | 'gzip' | 'br' }

const maxUnpacked = 300 // pages
/** About 12,000 pages of 5 kB. */
const maxPacked = 64 * 2 ** 20 // bytes

/**
 * `securityHeaders`: sent with every page and file, in addition to the content security policy of a page. `packedLimit`:
 * bytes of the pages of which there may be thousands.
 */
export function createPageStore({
  securityHeaders = {},
  packedLimit = maxPacked,
}: {
  securityHeaders?: Record<string, string>
  packedLimit?: number
} = {}): PageStore {
  const pages = new Map<string, ReadyPage>()
  const listings = new Map<string, Listing>()
  const unpacked = new LRUCache<string, ReadyPage>({ max: maxUnpacked })
  const packed = new LRUCache<string, CompactPage>({
    maxSize: packedLimit,
    sizeCalculation: ({ body }) => Math.max(1, body.byteLength),
    dispose: (_page, path) => unpacked.delete(path),
  })

  function unpack(path: string): ReadyPage | undefined {
    const compact = packed.get(path)
    if (!compact) return undefined
    const page = unpacked.get(path) ?? readyPage(sourceOf(compact), securityHeaders)
    unpacked.set(path, page)
    return page
  }

  function remove(path: string): void {
    pages.delete(path)
    listings.delete(path)
    packed.delete(path)
    unpacked.delete(path)
  }

  return {
    get: (path) => pages.get(path) ?? unpack(path),
    has: (path) => pages.has(path) || listings.has(path),
    set(source) {
      remove(source.path)
      pages.set(source.path, readyPage(source, securityHeaders))
    },
    setCompact(source) {
      remove(source.path)
      listings.set(source.path, { path: source.path, isListed: source.isListed })
      packed.set(source.path, pack(source))
    },
    remove,
    *all() {
      yield* pages.values()
      yield* listings.values()
    },
  }
}

function pack({ bodies: { identity, gzip, br }, ...about }: PageSource): CompactPage {
  const etag = about.etag ?? etagOf(identity)
  if (br) return { ...about, etag, body: ownBytes(br), encoding: 'br' }
  if (gzip) return { ...about, etag, body: ownBytes(gzip), encoding: 'gzip' }
  return { ...about, etag, body: ownBytes(identity), encoding: 'identity' }
}

/**
 * A copy that keeps no other memory alive: the results of zlib are parts of larger buffers, and `Buffer.from` cuts small
 * ones out of a pool of 64 KiB.
 */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(own)
  return own
}

/** Takes a millisecond for a page of 30 kB. */
function sourceOf({ body, encoding, ...about }: CompactPage): PageSource {
  if (encoding === 'identity') return { ...about, bodies: { identity: body, gzip: null, br: null } }
  const identity = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
  const gzip = encoding === 'br' ? gzipSync(identity) : body
  return { ...about, bodies: { identity, gzip, br: encoding === 'br' ? body : null } }
}
