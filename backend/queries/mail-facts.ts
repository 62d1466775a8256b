import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readMailFacts } from '../../contract/mail-facts.ts'
import { route, staff } from '../kernel/http/route.ts'
import { mailFacts } from '../read-model/mail-facts.ts'

/** It has no past: the queues of mail are no part of the log. */
export async function mailFactQueries(
  app: FastifyInstance,
  {
    knex,
    subjects,
    formatTime,
  }: {
    knex: Knex
    subjects: { find(email: string): Promise<string | null> }
    /** On the campaign’s clock. */
    formatTime(timestamp: string): string
  },
): Promise<void> {
  route(app, readMailFacts, staff('people'), async ({ query: { email } }) =>
    mailFacts(knex, { email, subject: await subjects.find(email) }, formatTime),
  )
}
