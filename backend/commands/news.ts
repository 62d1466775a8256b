import type { FastifyInstance } from 'fastify'
import { type AdminArticle, createArticle, deleteArticle, editArticle } from '../../contract/news.ts'
import { DomainError } from '../domain/decider.ts'
import { type ArticleEvent, articleStream, news } from '../domain/news.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { route } from '../http/route.ts'
import type { CommandTools } from './command.ts'

/** From the events, not from the request: a replay gets the first answer. */
function created(events: readonly Recorded<ArticleEvent>[]): AdminArticle {
  const event = events.find((event) => event.type === 'ArticleCreated')
  if (!event) throw new Error('CreateArticle decided nothing.')
  const { articleId, ...words } = event.data
  const isPublished = events.some(({ type }) => type === 'ArticlePublished')
  return { id: articleId, ...words, isPublished, createdAt: event.metadata.at }
}

export async function newsCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, nextId, context, waitForProjection, rows } = tools

  route(app, createArticle, { policy: 'admin' }, async ({ body, request }) => {
    const articleId = await nextId('article')
    const command = { type: 'CreateArticle', data: { articleId, ...body } } as const
    const { events, position } = await handle(news, articleStream(articleId), command, context(request), {
      isNew: true,
    })
    await waitForProjection(position, request)
    return created(events)
  })

  route(app, editArticle, { policy: 'admin' }, async ({ params: { id }, body, request }) => {
    const command = { type: 'EditArticle', data: { articleId: id, ...body } } as const
    const { position } = await handle(news, articleStream(id), command, context(request))
    await waitForProjection(position, request)
    const row = await rows.article(id)
    if (!row) throw new DomainError('not_found', 'Article not found.')
    return { ...row, ...body }
  })

  route(app, deleteArticle, { policy: 'admin' }, async ({ params: { id }, request }) => {
    const command = { type: 'DeleteArticle', data: { articleId: id } } as const
    const { position } = await handle(news, articleStream(id), command, context(request))
    await waitForProjection(position, request)
    return undefined
  })
}
