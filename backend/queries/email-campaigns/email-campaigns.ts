import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../../contract/email-campaign-ledger.ts'
import { listEmailCampaigns, readEmailCampaign } from '../../../contract/email-campaigns.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { listRoute, route, staff } from '../../kernel/http/route.ts'
import { explainListedRecipient, explainRecipient } from '../../read-model/email-campaign-explanations.ts'
import { emailCampaignLedger, emailCampaignRecipients } from '../../read-model/email-campaign-ledger.ts'
import { emailCampaignPage, emailCampaignRow } from '../../read-model/email-campaigns.ts'

type EmailCampaignQueryTools = {
  knex: Knex
  reads: ConsoleReads
  subjects: { find(email: string): Promise<string | null> }
}

function found<Row>(row: Row | null, message: string): Row {
  if (row === null) throw new HttpProblem(404, message)
  return row
}
const notSent = 'This campaign hasn’t been sent yet.'

export async function emailCampaignQueries(
  app: FastifyInstance,
  { knex, reads, subjects }: EmailCampaignQueryTools,
): Promise<void> {
  listRoute(app, reads, listEmailCampaigns, { right: 'drafts' }, (knex, { query, request }) =>
    emailCampaignPage(knex, query, signedIn(request)),
  )
  route(app, readEmailCampaign, staff('drafts'), async ({ params: { id }, request }) =>
    found(await emailCampaignRow(knex, id, signedIn(request)), 'Campaign not found.'),
  )
  route(app, api.readEmailCampaignLedger, staff('recipients'), async ({ params: { id }, request }) =>
    found(await emailCampaignLedger(knex, id, signedIn(request).rights), notSent),
  )
  listRoute(
    app,
    reads,
    api.listEmailCampaignRecipients,
    { right: 'recipients' },
    async (knex, { params: { id }, query }) => found(await emailCampaignRecipients(knex, id, query), notSent),
  )
  route(app, api.explainRecipient, staff('recipients'), async ({ params: { id }, query: { email } }) =>
    found(await explainRecipient(knex, id, await subjects.find(email)), notSent),
  )
  route(app, api.explainListedRecipient, staff('recipients'), async ({ params: { id, number } }) =>
    found(await explainListedRecipient(knex, id, number), 'This campaign has no such recipient.'),
  )
}
