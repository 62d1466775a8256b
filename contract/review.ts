import { type ZodType, z } from 'zod'
import { adminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { idParams, noContent, optionalText, timestamp } from './fields.ts'

const status = z.enum(['pending', 'approved', 'rejected', 'deleted'])
export type ReviewStatus = z.infer<typeof status>

/** Fields of each row of the console that the site shows only after an admin has approved it. */
export const reviewed = {
  isApproved: z.boolean(),
  status,
  /** The admin’s reason for rejecting it, possibly empty; null unless it was rejected. */
  rejectionReason: z.string().nullable(),
  /** The person was erased: it is never public, and can only be deleted. */
  isErased: z.boolean(),
  createdAt: timestamp,
}

/** Sorts by status descending by default, so that those that wait for review come first. */
export function reviewListQuery<const Sort extends string>(others: readonly Sort[]) {
  const sorts: readonly ['-status', ...('-status' | Sort)[]] = ['-status', ...others]
  /** Deleted ones are listed only under their own status. */
  const filters = { status: z.enum(status.options, `Use one of: ${status.options.join(', ')}.`) }
  return adminListQuery({ sorts, filters })
}

/** The decisions of admins about the items of one list. `noun`: 'prayer', `one`: 'a prayer'. */
export const reviewEndpoints = <const Url extends string, Row extends ZodType, Query extends ZodType>(
  url: Url,
  words: { noun: string; one: string },
  { row, query }: { row: Row; query: Query },
) => ({
  list: endpoint('GET', url, {
    summary: `Every ${words.noun}, pending ones first, then newest first; their number in X-Total-Count.`,
    schema: { querystring: query, response: { 200: z.array(row) } },
  }),
  approve: endpoint('POST', `${url}/:id/approve`, {
    summary: `Publish ${words.one}.`,
    schema: { params: idParams, response: { 200: row } },
  }),
  reject: endpoint('POST', `${url}/:id/reject`, {
    summary: `Reject ${words.one} that waits for review, with a reason; it is kept, but never published.`,
    schema: { params: idParams, body: z.strictObject({ reason: optionalText(500) }), response: { 200: row } },
  }),
  delete: endpoint('DELETE', `${url}/:id`, {
    summary: `Delete ${words.one}; it can be restored.`,
    schema: { params: idParams, response: { 204: noContent } },
  }),
  restore: endpoint('POST', `${url}/:id/restore`, {
    summary: `Restore a deleted ${words.noun}; it waits for review again.`,
    schema: { params: idParams, response: { 200: row } },
  }),
})
export type ReviewEndpoints<Url extends string, Row extends ZodType, Query extends ZodType = ZodType> = ReturnType<
  typeof reviewEndpoints<Url, Row, Query>
>
