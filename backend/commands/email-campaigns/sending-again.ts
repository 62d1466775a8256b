import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { readEmailCampaignFailures, sendEmailCampaignAgain } from '../../../contract/email-campaigns.ts'
import { emailCampaignStream, emailCampaigns } from '../../domain/mail/email-campaigns.ts'
import { failedBecauseOfUs } from '../../domain/mail/refusal-classes.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { emailCampaignFailures } from '../../read-model/email-campaign-failures.ts'
import { emailCampaignRow } from '../../read-model/email-campaigns.ts'
import type { Execute } from '../command.ts'

type SendingAgainTools = {
  execute: Execute
  knex: Knex
  emailCampaignSending: {
    /** Carries out the log’s decision. */
    apply(campaignId: number): Promise<unknown>
  }
}

/** An email campaign once more, for the people whose email failed because of us. */
export async function sendingAgainCommands(
  app: FastifyInstance,
  { execute, knex, emailCampaignSending }: SendingAgainTools,
): Promise<void> {
  async function found(id: number, request: FastifyRequest) {
    const row = await emailCampaignRow(knex, id, signedIn(request))
    if (!row) throw new DomainError('not_found', 'Campaign not found.')
    return row
  }

  route(app, readEmailCampaignFailures, staff('send'), async ({ params: { id }, request }) => {
    await found(id, request)
    return emailCampaignFailures(knex, id, failedBecauseOfUs)
  })

  route(app, sendEmailCampaignAgain, proven('send'), async ({ params: { id }, request }) => {
    const failures = await emailCampaignFailures(knex, id, failedBecauseOfUs)
    const command = { type: 'SendCampaignAgain', data: { campaignId: id, ...failures } } as const
    await execute(request, emailCampaigns, emailCampaignStream(id), command)
    await emailCampaignSending.apply(id)
    return found(id, request)
  })
}
