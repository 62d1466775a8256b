import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readBounceMailbox } from '../../contract/bounce-mailbox.ts'
import { listUnsentMails } from '../../contract/unsent-mails.ts'
import { route, staff } from '../kernel/http/route.ts'
import { bounceMailboxState, unknownMailReports } from '../read-model/bounce-mailbox.ts'
import { unsentMails } from '../read-model/unsent-mails.ts'

export async function unsentMailQueries(
  app: FastifyInstance,
  { knex, bounceMailboxProblem }: { knex: Knex; bounceMailboxProblem: () => string | null },
): Promise<void> {
  route(app, listUnsentMails, staff('operations'), () => unsentMails(knex))
  route(app, readBounceMailbox, staff('operations'), async () => ({
    problem: bounceMailboxProblem(),
    ...(await bounceMailboxState(knex)),
    unknownReports: await unknownMailReports(knex),
  }))
}
