import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { changeWelcomeSeries } from '../../../contract/welcome-series.ts'
import { type WelcomeSeriesEvent, welcomeSeries, welcomeSeriesStream } from '../../domain/mail/welcome-series.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { expectedRevision } from '../../kernel/http/if-match.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { proven, route } from '../../kernel/http/route.ts'
import { welcomeSeriesNow } from '../../read-model/welcome-series.ts'
import type { Execute } from '../command.ts'
import { type EmailCampaignSendTools, rejectRawMarkdown } from './sends.ts'

class ChangedMeanwhile extends Error {
  readonly position: string | null

  constructor(position: string | null) {
    super('Someone else changed the welcome series while you were editing. Compare, then save again.')
    this.position = position
  }
}

/** The revision counts from 1, so that 0 means that no series has been saved yet. */
function sinceRevision(request: FastifyRequest) {
  const revision = expectedRevision(request)
  return (history: readonly Recorded<WelcomeSeriesEvent>[]) => {
    if (revision !== null && history.length > revision) throw new ChangedMeanwhile(history.at(-1)?.position ?? null)
  }
}

export async function welcomeSeriesCommands(
  app: FastifyInstance,
  {
    execute,
    waitForProjection,
    nextId,
    knex,
    emailCampaignSending,
  }: {
    execute: Execute
    waitForProjection: WaitForProjection
    nextId(sequence: 'email_campaign'): Promise<number>
    knex: Knex
    emailCampaignSending: Pick<EmailCampaignSendTools['emailCampaignSending'], 'rawMarkdown'>
  },
): Promise<void> {
  route(app, changeWelcomeSeries, proven('send'), async ({ body: { isOn, mails }, request }) => {
    for (const { body } of mails) rejectRawMarkdown({ emailCampaignSending }, body)
    const freshIds = await Promise.all(mails.map(() => nextId('email_campaign')))
    const command = { type: 'ChangeWelcomeSeries', data: { isOn, mails, freshIds } } as const
    try {
      await execute(request, welcomeSeries, welcomeSeriesStream, command, { check: sinceRevision(request) })
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      await waitForProjection(error.position, request)
      const details = { changed: ['isOn', 'mails'], current: await welcomeSeriesNow(knex) }
      throw new HttpProblem(409, error.message, { details })
    }
    return welcomeSeriesNow(knex)
  })
}
