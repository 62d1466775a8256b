import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { articleStream, news } from '../backend/domain/news.ts'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createSubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-postgres.ts'
import { createHandle } from '../backend/kernel/eventlog/handle.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { bringUpToDate } from '../backend/kernel/projector/bring-up-to-date.ts'
import { createProjector } from '../backend/kernel/projector/projector.ts'
import { createPages } from '../backend/pages/projected.ts'
import { createPageCopies } from '../backend/pages/rendering/page-copies.ts'
import { createPageRefresher } from '../backend/pages/rendering/page-refresher.ts'
import { createPageRenderer } from '../backend/pages/rendering/page-renderer.ts'
import { loadBuiltPages } from '../backend/pages/serving/built-pages.ts'
import { dist } from '../backend/pages/serving/dist.ts'
import { createPageStore, type PageStore } from '../backend/pages/serving/page-store.ts'
import { projections } from '../backend/projections/index.ts'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { personalFields } from '../backend/topics/index.ts'
import { fsyncProbe, quantile, startBenchDatabase, table } from './support.ts'

export type NewBytesFigures = { pages: number; p50: number; p99: number; fsync: number }[]

const siteUrl = 'https://campaign.example'
const words = { excerpt: '', content: 'For every road and every town. '.repeat(60), category: 'policy', imageUrl: null }
const context = () => {
  const id = randomUUID()
  const at = new Date().toISOString()
  return { at, actor: { kind: 'admin', id: 1 }, requestId: id, correlationId: id, commandId: id } as const
}

/**
 * Milliseconds from the acknowledgment of an edited article until its page is served with other bytes, rendered by Astro,
 * among so many pages of articles.
 */
export async function benchNewBytes({
  pages,
  edits,
}: {
  pages: readonly number[]
  edits: number
}): Promise<NewBytesFigures> {
  await ensureBuilt(() => {})
  const figures: NewBytesFigures = []
  for (const many of pages) figures.push({ pages: many, ...(await measure(many, edits)) })
  return figures
}

async function measure(many: number, edits: number): Promise<Omit<NewBytesFigures[number], 'pages'>> {
  const { database, folder, stop } = await startBenchDatabase({ max: 10 })
  const { pool } = database
  const log = createPostgresLog(pool)
  const codec = createCodec({
    keys: createSubjectKeys({ pool, masterKey: Buffer.alloc(32, 1) }),
    personalFields,
    upcasters,
  })
  const handle = createHandle({ log, codec })
  const tools = { log, decode: codec.decode, pool, projections }
  await bringUpToDate(tools)
  const projector = createProjector(tools)
  const { store, isServedAnew } = watched(createPageStore())
  const build = loadBuiltPages(dist, store)
  const all = createPages()
  const refresher = createPageRefresher({
    ...all,
    families: all.families.filter(({ isSlow }) => !isSlow),
    pool,
    store,
    build,
    siteUrl,
    render: createPageRenderer({ entry: join(dist, 'server', 'entry.mjs'), siteUrl }),
    copies: createPageCopies(join(folder, 'pages')),
    onHint: projector.onMoved,
  })
  const pathOf = (articleId: number) => `/news/${articleId}`

  async function edit(nth: number): Promise<number> {
    const articleId = 1 + ((nth * 7919) % many)
    const data = { articleId, ...words, title: `Edited ${nth}`, isPublished: true }
    const served = isServedAnew(pathOf(articleId))
    await handle(news, articleStream(articleId), { type: 'EditArticle', data }, context())
    const acknowledged = performance.now()
    return Math.max(0, (await served) - acknowledged)
  }

  try {
    projector.start()
    refresher.start()
    for (let articleId = 1; articleId <= many; articleId++) {
      const data = { articleId, ...words, title: `Article ${articleId}`, isPublished: true }
      const served = isServedAnew(pathOf(articleId))
      await handle(news, articleStream(articleId), { type: 'CreateArticle', data }, context(), { isNew: true })
      await served
    }
    const taken: number[] = []
    for (let nth = 0; nth < edits; nth++) taken.push(await edit(nth))
    return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), fsync: fsyncProbe(folder) }
  } finally {
    await refresher.stop()
    await projector.close()
    await log.close()
    await stop()
  }
}

/** The store, and a promise of the moment at which it next has new bytes of a page. */
function watched(inner: PageStore) {
  const waiting = new Map<string, (at: number) => void>()
  const store: PageStore = {
    ...inner,
    setCompact(source) {
      inner.setCompact(source)
      waiting.get(source.path)?.(performance.now())
    },
  }
  const isServedAnew = (path: string) =>
    new Promise<number>((resolve) => {
      waiting.set(path, resolve)
    })
  return { store, isServedAnew }
}

export const newBytesTable = (figures: NewBytesFigures): string =>
  table(
    ['Acknowledged until the page has new bytes', 'p50 ms', 'p99 ms', 'fdatasync of 4 kB, ms'],
    figures.map(({ pages, p50, p99, fsync }) => [`an article among ${pages}`, p50, p99, fsync]),
  )
