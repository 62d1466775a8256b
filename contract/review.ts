import { type ZodType, z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { origin } from '../records/origins.ts'
import { rejection } from '../records/review.ts'
import { adminListQuery } from './admin-lists.ts'
import { idParams, noContent, revision, timestamp } from './fields.ts'
import { sourceFilter, sourcesEndpoint } from './list-sources.ts'
import { rowOf } from './record-rows.ts'
import { newTexts } from './record-schemas.ts'
import { perReviewed, type ReviewedTopic } from './topic-words.ts'

/** `withdrawn`: by the person who sent it in. */
const status = z.enum(['pending', 'approved', 'rejected', 'deleted', 'withdrawn'])
export type ReviewStatus = z.infer<typeof status>

/** Fields of each row of the console that the site shows only after an admin has approved it. */
export const reviewed = {
  ...rowOf(origin),
  isApproved: z.boolean(),
  status,
  /** The admin’s reason for rejecting it, possibly empty; null unless it was rejected. */
  rejectionReason: z.string().nullable(),
  /** The person was erased: it is never public, and can only be deleted. */
  isErased: z.boolean(),
  createdAt: timestamp,
  revision,
}

/** Sorts by status descending by default, so that those that wait for review come first. */
export function reviewListQuery<const Sort extends string>(others: readonly Sort[]) {
  const sorts: readonly ['-status', 'source', ...('-status' | 'source' | Sort)[]] = ['-status', 'source', ...others]
  /** Deleted and withdrawn ones are listed only under their own status. */
  const filters = { status: z.enum(status.options, `Use one of: ${status.options.join(', ')}.`), source: sourceFilter }
  return adminListQuery({ sorts, filters })
}

/** The decisions of admins about the items of one topic. */
export function reviewEndpoints<const Topic extends ReviewedTopic, Row extends ZodType, Query extends ZodType>(
  topic: Topic,
  { row, query }: { row: Row; query: Query },
) {
  const url = `/api/admin/${topic}` as const
  const { item, one } = perReviewed('topic', ({ item, reviewed: { one } }) => ({ item, one }))[topic]
  return {
    list: endpoint('GET', url, {
      summary: `Every ${item}, pending ones first, then newest first; their number in X-Total-Count.`,
      schema: { querystring: query, response: { 200: z.array(row) } },
    }),
    sources: sourcesEndpoint(url),
    approve: endpoint('POST', `${url}/:id/approve`, {
      summary: `Publish ${one}. Takes If-Match: rejected when its words were corrected since.`,
      schema: { params: idParams, response: { 200: row } },
    }),
    reject: endpoint('POST', `${url}/:id/reject`, {
      summary: `Reject ${one} that waits for review, with a reason; it is kept, but never published. Takes If-Match.`,
      schema: { params: idParams, body: z.strictObject(newTexts(rejection)), response: { 200: row } },
    }),
    delete: endpoint('DELETE', `${url}/:id`, {
      summary: `Delete ${one}; it can be restored.`,
      schema: { params: idParams, response: { 204: noContent } },
    }),
    restore: endpoint('POST', `${url}/:id/restore`, {
      summary: `Restore a deleted ${item}; it waits for review again.`,
      schema: { params: idParams, response: { 200: row } },
    }),
  }
}
export type ReviewEndpoints<
  Topic extends ReviewedTopic,
  Row extends ZodType,
  Query extends ZodType = ZodType,
> = ReturnType<typeof reviewEndpoints<Topic, Row, Query>>
