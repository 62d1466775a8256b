import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAllArticles, listArticles } from '../../contract/news.ts'
import { route } from '../http/route.ts'
import { withTotal } from '../http/total-count.ts'
import { allArticles, publicArticles } from '../read-model/news.ts'

export async function newsQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listArticles, { policy: 'public' }, ({ query }) => publicArticles(knex, query))
  route(app, listAllArticles, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await allArticles(knex, query)),
  )
}
