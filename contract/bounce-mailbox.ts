import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { timestamp } from './fields.ts'

export const readBounceMailbox = endpoint('GET', '/api/admin/bounce-mailbox', {
  summary: 'What is wrong with the mailbox for bounces, and its messages of the last 90 days that could not be read.',
  schema: {
    response: {
      200: z.object({
        /** One sentence about why nothing can be read; null: it can, or there is no mailbox. */
        problem: z.string().nullable(),
        setAside: z.int(),
        /** null: there is none. `reason`: one sentence. */
        latest: z.object({ at: timestamp, reason: z.string() }).nullable(),
        /** Reports of mail providers whose kind says nothing to us. */
        unknownReports: z.array(z.object({ kind: z.string(), count: z.int(), latestAt: timestamp })),
      }),
    },
  },
})
export type BounceMailboxState = z.infer<(typeof readBounceMailbox.schema.response)[200]>
