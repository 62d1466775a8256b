import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listUserBans, listUsers, readUser } from '../../../contract/users.ts'
import type { ConsoleReads } from '../../http/console-reads.ts'
import { HttpProblem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { userPage } from '../../read-model/user-list.ts'
import { adminUserRow, userBans } from '../../read-model/users.ts'

export async function userQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  async function rowOf(id: number) {
    const row = await adminUserRow(knex, id)
    if (!row) throw new HttpProblem(404, 'User not found.')
    return row
  }

  route(app, listUsers, { policy: 'admin' }, ({ query, request }) =>
    reads.list(request, ({ knex }) => userPage(knex, query)),
  )

  route(app, readUser, { policy: 'admin' }, async ({ params: { id } }) => rowOf(id))

  route(app, listUserBans, { policy: 'admin' }, async ({ params: { id } }) => {
    await rowOf(id)
    return userBans(knex, id)
  })
}
