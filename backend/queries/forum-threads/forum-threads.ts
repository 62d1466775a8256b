import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { forumCategories, listForumCategories } from '../../../contract/forum-categories.ts'
import { listEdits, listPosts, listThreads, readThread } from '../../../contract/forum-threads.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import {
  forumContentRow,
  forumEdits,
  isPostVisible,
  postPage,
  threadPage,
  visibleThread,
} from '../../read-model/forum-threads.ts'

const threadNotFound = () => new HttpProblem(404, 'Thread not found.')

export async function forumThreadQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listForumCategories, { policy: 'public' }, async () => [...forumCategories])

  route(app, listThreads, { policy: 'public' }, ({ query, request }) =>
    threadPage(knex, { ...query, viewerId: request.person?.id }),
  )

  route(app, readThread, { policy: 'public' }, async ({ params, request }) => {
    const thread = await visibleThread(knex, params.id, request.person?.id)
    if (!thread) throw threadNotFound()
    return thread
  })

  route(app, listPosts, { policy: 'public' }, async ({ params, query, request }) => {
    const viewerId = request.person?.id
    if (!(await visibleThread(knex, params.id, viewerId))) throw threadNotFound()
    return postPage(knex, { threadId: params.id, ...query, viewerId })
  })

  route(app, listEdits, { policy: 'public' }, async ({ params: { id }, request }) => {
    const viewerId = request.person?.id
    const content = await forumContentRow(knex, id)
    const isPostSeen = content?.contentType !== 'post' || (await isPostVisible(knex, id, viewerId))
    const thread = content && (await visibleThread(knex, content.threadId, viewerId))
    if (!thread || !isPostSeen) throw new HttpProblem(404, 'Content not found.')
    return forumEdits(knex, id, { seesWithheld: request.person?.rights.has('forum' satisfies StaffRight) === true })
  })
}
