import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listUserBans, listUserSources, listUsers, readUser } from '../../../contract/users.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { userList, userPage } from '../../read-model/user-list.ts'
import { adminUserRow, userBans } from '../../read-model/users.ts'
import { sourcesRoute } from '../list-sources.ts'

export async function userQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  async function rowOf(knex: Knex, id: number) {
    const row = await adminUserRow(knex, id)
    if (!row) throw new HttpProblem(404, 'User not found.')
    return row
  }

  route(app, listUsers, { ...staff('people'), hasPast: true }, ({ query, request }) =>
    reads.list(request, ({ knex }) => userPage(knex, query)),
  )

  sourcesRoute(app, reads, listUserSources, { right: 'people' }, userList)

  route(app, readUser, { ...staff('people'), hasPast: true }, ({ params: { id }, request }) =>
    reads.item(request, ({ knex }) => rowOf(knex, id)),
  )

  route(app, listUserBans, { ...staff('people'), hasPast: true }, ({ params: { id }, request }) =>
    reads.item(request, async ({ knex, now }) => {
      await rowOf(knex, id)
      return userBans(knex, id, signedIn(request).rights, now)
    }),
  )
}
