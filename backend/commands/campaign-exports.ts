import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { exportCampaignRecipients } from '../../contract/email-campaign-ledger.ts'
import { exportStream, exports } from '../domain/exports.ts'
import { repeatableId } from '../http/command-context.ts'
import { fileStream, type StreamLimits } from '../http/file-stream.ts'
import { HttpProblem } from '../http/problem.ts'
import { fileRoute, provenAdmin } from '../http/route.ts'
import { campaignLedger, recipientBatches } from '../read-model/campaign-ledger.ts'
import { campaignRecipientFiles } from './campaign-recipient-files.ts'
import type { Execute } from './command.ts'

const mostExports = 2

type ExportTools = { execute: Execute; knex: Knex; fileLimits?: StreamLimits | undefined }

/** The people of a campaign as a file. */
export async function campaignExportCommands(
  app: FastifyInstance,
  { execute, knex, fileLimits }: ExportTools,
): Promise<void> {
  let running = 0
  fileRoute(app, exportCampaignRecipients, provenAdmin, async ({ params: { id }, query, request, reply }) => {
    const { format } = query
    if ((await campaignLedger(knex, id)) === null) throw new HttpProblem(404, 'This campaign was not sent yet.')
    if (running >= mostExports)
      throw new HttpProblem(503, 'Other exports are still running. Please try again in a minute.', {
        headers: { 'retry-after': '60' },
      })
    running++
    try {
      const exportId = repeatableId(request, 'export')
      const command = { type: 'ExportCampaignRecipients', data: { exportId, campaignId: id, format } } as const
      await execute(request, exports, exportStream(exportId), command, { isNew: true })
      const { type, write } = campaignRecipientFiles[format]
      const file = fileStream(write(recipientBatches(knex, id)), fileLimits)
      file.once('close', () => running--)
      reply.type(type).header('content-disposition', `attachment; filename="campaign-${id}.${format}"`)
      return file
    } catch (error) {
      running--
      throw error
    }
  })
}
