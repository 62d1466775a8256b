import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AdminArticle, createArticle, deleteArticle, editArticle, restoreArticle } from '../../contract/news.ts'
import { type ArticleEvent, articleStream, news } from '../domain/news.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { route, staff } from '../kernel/http/route.ts'
import { articleRow } from '../read-model/news.ts'
import { type Execute, type NextId, numbered } from './command.ts'
import { type EditForm, showingCurrent, sinceRevision } from './concurrent-edits.ts'

type NewsTools = {
  execute: Execute
  waitForProjection: WaitForProjection
  nextId: NextId<'article'>
  knex: Knex
}

const form: EditForm = { fields: Object.keys(editArticle.schema.body.shape) }

/** Built from the events, not the request, so that a replay returns the first answer. */
function created(events: readonly Recorded<ArticleEvent>[]): AdminArticle {
  const event = events.find((event) => event.type === 'ArticleCreated')
  if (!event) throw new Error('CreateArticle decided nothing.')
  const { articleId, ...words } = event.data
  const isPublished = events.some(({ type }) => type === 'ArticlePublished')
  return {
    id: articleId,
    ...words,
    isPublished,
    isDeleted: false,
    createdAt: event.metadata.at,
    revision: events.at(-1)?.revision ?? 0,
  }
}

export async function newsCommands(
  app: FastifyInstance,
  { execute, waitForProjection, nextId, knex }: NewsTools,
): Promise<void> {
  route(app, createArticle, staff('news'), async ({ body, request }) => {
    const draw = (taken?: number) => nextId('article', request.idempotency, taken)
    return numbered(await draw(), draw, async (articleId) => {
      const command = { type: 'CreateArticle', data: { articleId, ...body } } as const
      return created(await execute(request, news, articleStream(articleId), command, { isNumbered: true }))
    })
  })

  route(app, editArticle, staff('news'), async ({ params: { id }, body, request }) => {
    const command = { type: 'EditArticle', data: { articleId: id, ...body } } as const
    await showingCurrent(
      { waitForProjection, request },
      () => articleRow(knex, id),
      () => execute(request, news, articleStream(id), command, { check: sinceRevision(request, form) }),
    )
    const row = await articleRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Article not found.')
    return row
  })

  route(app, deleteArticle, staff('news'), async ({ params: { id }, request }) => {
    const command = { type: 'DeleteArticle', data: { articleId: id } } as const
    await execute(request, news, articleStream(id), command)
  })

  route(app, restoreArticle, staff('news'), async ({ params: { id }, request }) => {
    const command = { type: 'RestoreArticle', data: { articleId: id } } as const
    await execute(request, news, articleStream(id), command)
    const row = await articleRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Article not found.')
    return row
  })
}
