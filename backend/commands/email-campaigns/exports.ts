import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { exportEmailCampaignRecipients } from '../../../contract/email-campaign-ledger.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import type { StreamLimits } from '../../kernel/http/file-stream.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { fileRoute, proven } from '../../kernel/http/route.ts'
import { ledgerRow, recipientBatches } from '../../read-model/email-campaign-ledger.ts'
import type { Execute } from '../command.ts'
import { createFileExports, rowsOf } from '../exports/file-exports.ts'
import { emailCampaignRecipientFiles } from './recipient-files.ts'

type ExportTools = { execute: Execute; knex: Knex; reads: ConsoleReads; fileLimits?: StreamLimits | undefined }

/** The recipients of an email campaign as a file. */
export async function emailCampaignExportCommands(app: FastifyInstance, tools: ExportTools): Promise<void> {
  const { knex, reads } = tools
  const send = createFileExports(tools)
  fileRoute(
    app,
    exportEmailCampaignRecipients,
    proven(['export', 'recipients']),
    async ({ params: { id }, query, request, reply }) => {
      const { format, ...rows } = query
      if ((await ledgerRow(knex, id)) === null) throw new HttpProblem(404, 'This campaign hasn’t been sent yet.')
      const { type, write } = emailCampaignRecipientFiles[format]
      return send(request, reply, {
        command: (exportId) => ({
          type: 'ExportCampaignRecipients',
          data: { exportId, campaignId: id, format, ...rowsOf(rows) },
        }),
        name: `campaign-${id}`,
        format,
        type,
        content: write(reads.file((database) => recipientBatches(database.knex, id, rows))),
      })
    },
  )
}
