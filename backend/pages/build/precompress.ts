import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Rendered } from '../rendering/page-renderer.ts'
import { type BuiltPage, type BuiltSite, builtSiteFile } from '../serving/built-pages.ts'
import { compress } from '../serving/compress.ts'
import { type Encoding, etagOf } from '../serving/ready-page.ts'
import { policyOf } from './inline-policy.ts'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
}

const suffix: Record<Encoding, string> = { identity: '', gzip: '.gz', br: '.br' }

/**
 * Prepares a finished Astro build for serving: compresses every file in dist/client next to the original and lists
 * them, with their headers, in dist/pages.json.
 * `policies`: content security policies by path; `initial`: pages that Astro renders on demand, such as the projected
 * pages (`projected`) before anything is published; `siteUrl`: the public URL of the site used in the pages.
 */
export async function precompress(
  dist: string,
  {
    policies,
    initial,
    projected,
    siteUrl,
  }: {
    policies: Map<string, string>
    initial: Map<string, Rendered>
    projected: ReadonlySet<string>
    siteUrl: string
  },
): Promise<BuiltSite> {
  const client = join(dist, 'client')
  for (const [path, { html, csp }] of initial) {
    await mkdir(join(client, path), { recursive: true })
    await writeFile(join(client, path, 'index.html'), html)
    policies.set(path, csp)
  }
  const files = (await filesIn(client)).filter((file) => !/\.(br|gz)$/.test(file))
  const pages = await Promise.all(files.map((file) => builtPage(dist, file, { policies, projected })))
  const site = { build: await buildId(dist, pages), siteUrl, pages }
  await writeFile(join(dist, builtSiteFile), `${JSON.stringify(site, null, 1)}\n`)
  return site
}

async function builtPage(
  dist: string,
  file: string,
  { policies, projected }: { policies: Map<string, string>; projected: ReadonlySet<string> },
): Promise<BuiltPage> {
  const identity = await readFile(file)
  const contentType = contentTypes[extname(file)] ?? 'application/octet-stream'
  const bodies = await compress(identity, contentType, { quality: 'best' })
  for (const encoding of ['gzip', 'br'] as const) {
    const bytes = bodies[encoding]
    if (bytes) await writeFile(file + suffix[encoding], bytes)
  }
  const named = (encoding: Encoding) => (bodies[encoding] ? relative(dist, file + suffix[encoding]) : null)
  const path = pathOf(relative(join(dist, 'client'), file).split(sep).join('/'))
  const isHtml = extname(file) === '.html'
  const isError = isHtml && (path === '/404' || path.endsWith('/not-found'))
  const isPrivate = isHtml && !isError && /<meta name="?robots"? content="?[^">]*noindex/.test(identity.toString())
  return {
    path,
    status: isError ? 404 : 200,
    contentType,
    caching: isPrivate ? 'never' : isHtml ? 'revalidate' : path.startsWith('/_astro/') ? 'immutable' : 'hour',
    csp: isHtml ? policyOf(identity.toString(), policies.get(path) ?? '') : null,
    isListed: isHtml && !isError && !isPrivate,
    isProjected: projected.has(path),
    etag: etagOf(identity),
    files: { identity: named('identity'), gzip: named('gzip'), br: named('br') },
  }
}

/** 'index.html' becomes '/', 'about/index.html' and 'about.html' become '/about'; other files keep their names. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function buildId(dist: string, pages: BuiltPage[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { path, etag, csp } of pages) hash.update(`${path} ${etag} ${csp}\n`)
  for (const file of await filesIn(join(dist, 'server'))) hash.update(await readFile(file))
  return hash.digest('base64url').slice(0, 22)
}
