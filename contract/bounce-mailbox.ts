import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

export const readBounceMailbox = endpoint({
  method: 'GET',
  url: '/api/admin/bounce-mailbox',
  summary: 'Messages in the mailbox for bounces that could not be read in the last 90 days; they are flagged there.',
  schema: {
    response: {
      200: z.object({
        setAside: z.int(),
        /** null: there is none. `reason`: one sentence. */
        latest: z.object({ at: timestamp, reason: z.string() }).nullable(),
      }),
    },
  },
})
export type BounceMailboxState = z.infer<(typeof readBounceMailbox.schema.response)[200]>
