import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAllArticles, listArticles } from '../../contract/news.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { keptRoute, listRoute } from '../kernel/http/route.ts'
import { allArticles, everyPublicArticle, publicArticles } from '../read-model/news.ts'
import { pageOf } from '../read-model/paging.ts'

export async function newsQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  const everyArticle = everyPublicArticle(knex)
  keptRoute(app, listArticles, { policy: 'public' }, async ({ query }) => {
    const page = pageOf(query)
    return page ? { rows: await publicArticles(knex, page) } : { kept: await everyArticle() }
  })

  listRoute(app, reads, listAllArticles, { right: 'news' }, (knex, { query }) => allArticles(knex, query))
}
