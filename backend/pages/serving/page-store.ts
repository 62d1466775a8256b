import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { etagOf, type PageSource, type ReadyPage, readyPage } from './ready-page.ts'

/** What the sitemap needs to know of a page. */
export type Listing = Pick<PageSource, 'path' | 'isListed'>

/** Every page and file of the site, by path. Setting a page replaces all its bytes and its ETag atomically. */
export type PageStore = {
  get(path: string): ReadyPage | undefined
  has(path: string): boolean
  set(source: PageSource): void
  /**
   * For pages of which there may be thousands: only the smallest encoding is kept, and the others are made on request.
   */
  setCompact(source: PageSource): void
  remove(path: string): void
  all(): Iterable<Listing>
}

/** The smallest of the bodies alone; brotli where there is one. */
type CompactPage = Omit<PageSource, 'bodies'> & { etag: string; body: Buffer; encoding: 'identity' | 'gzip' | 'br' }

const maxUnpacked = 300 // the number of pages cached, those requested last

/** `securityHeaders`: sent with every page and file, in addition to the content security policy of a page. */
export function createPageStore({
  securityHeaders = {},
}: {
  securityHeaders?: Record<string, string>
} = {}): PageStore {
  const pages = new Map<string, ReadyPage>()
  const compact = new Map<string, CompactPage>()
  const unpacked = new Map<string, ReadyPage>()

  function unpack(path: string): ReadyPage | undefined {
    const packed = compact.get(path)
    if (!packed) return undefined
    const page = unpacked.get(path) ?? readyPage(sourceOf(packed), securityHeaders)
    unpacked.delete(path)
    unpacked.set(path, page)
    const [oldest] = unpacked.keys()
    if (oldest !== undefined && unpacked.size > maxUnpacked) unpacked.delete(oldest)
    return page
  }

  function remove(path: string): void {
    pages.delete(path)
    compact.delete(path)
    unpacked.delete(path)
  }

  return {
    get: (path) => pages.get(path) ?? unpack(path),
    has: (path) => pages.has(path) || compact.has(path),
    set(source) {
      remove(source.path)
      pages.set(source.path, readyPage(source, securityHeaders))
    },
    setCompact(source) {
      remove(source.path)
      compact.set(source.path, pack(source))
    },
    remove,
    *all() {
      yield* pages.values()
      yield* compact.values()
    },
  }
}

function pack({ bodies: { identity, gzip, br }, ...about }: PageSource): CompactPage {
  const etag = about.etag ?? etagOf(identity)
  // Makes a copy, because zlib’s result is a view of 16 kB.
  if (br) return { ...about, etag, body: Buffer.from(br), encoding: 'br' }
  if (gzip) return { ...about, etag, body: Buffer.from(gzip), encoding: 'gzip' }
  return { ...about, etag, body: identity, encoding: 'identity' }
}

/** Takes a millisecond for a page of 30 kB. */
function sourceOf({ body, encoding, ...about }: CompactPage): PageSource {
  if (encoding === 'identity') return { ...about, bodies: { identity: body, gzip: null, br: null } }
  const identity = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
  const gzip = encoding === 'br' ? gzipSync(identity) : body
  return { ...about, bodies: { identity, gzip, br: encoding === 'br' ? body : null } }
}
