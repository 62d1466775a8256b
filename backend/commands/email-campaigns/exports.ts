import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { exportCampaignRecipients } from '../../../contract/email-campaign-ledger.ts'
import type { StreamLimits } from '../../http/file-stream.ts'
import { HttpProblem } from '../../http/problem.ts'
import { fileRoute, provenAdmin } from '../../http/route.ts'
import { campaignLedger, recipientBatches } from '../../read-model/campaign-ledger.ts'
import type { Execute } from '../command.ts'
import { createFileExports } from '../exports/file-exports.ts'
import { campaignRecipientFiles } from './recipient-files.ts'

type ExportTools = { execute: Execute; knex: Knex; fileLimits?: StreamLimits | undefined }

/** The recipients of a campaign as a file. */
export async function campaignExportCommands(app: FastifyInstance, tools: ExportTools): Promise<void> {
  const { knex } = tools
  const send = createFileExports(tools)
  fileRoute(app, exportCampaignRecipients, provenAdmin, async ({ params: { id }, query, request, reply }) => {
    const { format } = query
    if ((await campaignLedger(knex, id)) === null) throw new HttpProblem(404, 'This campaign was not sent yet.')
    const { type, write } = campaignRecipientFiles[format]
    return send(request, reply, {
      command: (exportId) => ({ type: 'ExportCampaignRecipients', data: { exportId, campaignId: id, format } }),
      name: `campaign-${id}`,
      format,
      type,
      content: write(recipientBatches(knex, id)),
    })
  })
}
