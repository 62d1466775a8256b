import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync } from 'node:zlib'
import type { RecordedView, ViewBlock, ViewBlockEvent } from '../domain/page-variations/page-view-blocks.ts'
import { unpackViews } from './packed-views.ts'

/** At the highest quality: a sixth of a second for 250 facts, outside of the event loop, and a tenth less than in 5 ms. */
const compressed = promisify(brotliCompress)
/** A hundred times what the facts of a block take: a damaged one must not fill the memory. */
const maxOutputLength = 32_000_000 // bytes

/** At least one fact. `viewsIn` gives the same facts in the same order. */
export async function blockOf(views: readonly RecordedView[]): Promise<ViewBlock> {
  const since = new Date(Math.min(...views.map(({ at }) => Date.parse(at)))).toISOString()
  return { since, facts: (await compressed(JSON.stringify(views))).toString('base64') }
}

/** Throws where the block was damaged. */
export function viewsIn({ facts }: ViewBlock): RecordedView[] {
  if (facts.startsWith('{')) return unpackViews(JSON.parse(facts))
  return JSON.parse(brotliDecompressSync(Buffer.from(facts, 'base64'), { maxOutputLength }).toString())
}

type Stored<Metadata> = ViewBlockEvent & { id: string; stream: string; revision: number; position: string } & {
  metadata: Metadata
}

/** The facts as events of their own, each at the position of the block. */
export const eventsIn = <Metadata extends { at: string }>({ data, ...stored }: Stored<Metadata>) =>
  viewsIn(data).map(({ at, event }) => ({ ...stored, ...event, metadata: { ...stored.metadata, at } }))
