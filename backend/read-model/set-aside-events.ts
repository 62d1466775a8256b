import type { Knex } from 'knex'

/** An event in one of our streams that cannot be read. `revision` null: the end of a deleted stream. `reason`: one sentence. */
export type SetAsideEvent = { position: string; stream: string; revision: number | null; type: string; reason: string }

/** Number of events that were set aside. */
export async function countSetAside(knex: Knex): Promise<number> {
  const [row] = await knex('read.set_aside_events').count<{ count: number }[]>('* as count')
  return Number(row?.count ?? 0)
}

export const setAsideEvents = (knex: Knex, { limit }: { limit: number }): Promise<SetAsideEvent[]> =>
  knex('read.set_aside_events')
    .orderBy(['stream', 'revision'])
    .limit(limit)
    .select<SetAsideEvent[]>('position', 'stream', 'revision', 'type', 'reason')

/** The names of streams that were deleted for good, in their order. */
export const deletedStreams = (knex: Knex, { type, limit }: { type: string; limit: number }): Promise<string[]> =>
  knex('read.set_aside_events').where({ type }).orderBy('stream').limit(limit).pluck('stream')
