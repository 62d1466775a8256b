import type { FastifyReply } from 'fastify'

/** For lists that are bare arrays: the number of all rows that match, in the header X-Total-Count. */
export function withTotal<Item>(reply: FastifyReply, { items, total }: { items: Item[]; total: number }): Item[] {
  reply.header('x-total-count', total)
  return items
}
