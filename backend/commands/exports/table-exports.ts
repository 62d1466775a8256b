import type { FastifyInstance } from 'fastify'
import type { ZodType, z } from 'zod'
import type { Narrowing } from '../../../contract/admin-lists.ts'
import type { exportQuery } from '../../../contract/export-query.ts'
import { exportActions, exportDonations, exportPeople, exportVolunteers } from '../../../contract/table-exports.ts'
import { donationDetails } from '../../../records/donations.ts'
import { origin } from '../../../records/origins.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import { volunteer } from '../../../records/volunteers.ts'
import type { ExportCommand } from '../../domain/exports.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import type { StreamLimits } from '../../kernel/http/file-stream.ts'
import { fileRoute, proven } from '../../kernel/http/route.ts'
import type { ExportedRows } from '../../read-model/exported-consent.ts'
import {
  actionBatches,
  donationBatches,
  type ExportedAction,
  type ExportedDonation,
  type ExportedPerson,
  type ExportedVolunteer,
  peopleBatches,
  volunteerBatches,
} from '../../read-model/table-exports.ts'
import type { Execute } from '../command.ts'
import { createFileExports, rowsOf } from './file-exports.ts'
import { cellsOf, consentCells, districtCells, furtherCells, rowFiles } from './row-files.ts'

const actionFiles = rowFiles<ExportedAction>([
  ['Time', ({ timestamp }) => timestamp],
  ['Actor', ({ actor }) => actor],
  ['Action', ({ action }) => action],
  ['Rights', ({ rights }) => rights.join(' and ')],
  ['Target user', ({ targetUser }) => targetUser],
  ['Topic', ({ topic }) => topic],
  ['Item', ({ itemId }) => itemId],
  ['Details', ({ details }) => JSON.stringify(details)],
  ...consentCells,
])

const peopleFiles = rowFiles<ExportedPerson>([
  ['Id', ({ id }) => id],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['Email verified', ({ isEmailVerified }) => isEmailVerified],
  ['Status', ({ status }) => status],
  ['Admin', ({ isAdmin }) => isAdmin],
  ['Registered at', ({ createdAt }) => createdAt],
  ['Last seen at', ({ lastActiveAt }) => lastActiveAt],
  ['Took part', ({ activities }) => activities.join('; ')],
  ['Last took part at', ({ lastActivityAt }) => lastActivityAt],
  ...consentCells,
  ...cellsOf(origin),
])

const volunteerFiles = rowFiles<ExportedVolunteer>(
  [
    ['Id', ({ id }) => id],
    ...cellsOf(volunteer),
    ...districtCells,
    ['Skill match', ({ aiSkillMatch }) => aiSkillMatch.map(({ way, strength }) => `${way} ${strength}`).join('; ')],
    ['Applied at', ({ createdAt }) => createdAt],
    ...consentCells,
    ...cellsOf(origin),
  ],
  furtherCells,
)

/** The headings are those that an import reads, and that earlier files have. */
const exportedDonation = { ...donationDetails, zipCode: { ...donationDetails.zipCode, label: 'Zip code' } }

const donationFiles = rowFiles<ExportedDonation>(
  [
    ...cellsOf(exportedDonation, { amount: (cents) => (cents / 100).toFixed(2) }),
    ['Created at', ({ createdAt }) => createdAt],
    ['Refund date', ({ refundedAt }) => refundedAt],
    ['Refunded', ({ refunded }) => (refunded / 100).toFixed(2)],
    ...consentCells,
  ],
  furtherCells,
)

type ExportedTable = Extract<ExportCommand, { type: 'ExportTable' }>['data']['table']
type TableExport<Filter> = {
  method: 'GET'
  url: string
  summary: string
  schema: {
    querystring: ZodType<Narrowing<Filter> & z.output<typeof exportQuery>>
    response: { 200: z.ZodString }
  }
}

type ExportTools = { execute: Execute; reads: ConsoleReads; fileLimits?: StreamLimits | undefined }

/** Tables of the console as files. */
/** Rights to the list of a file. Actions say which colleague did what. */
const rightsTo = {
  actions: ['actions', 'colleagues'],
  people: ['people'],
  volunteers: ['volunteers'],
  donations: ['donations'],
} as const satisfies { [Table in ExportedTable]: readonly StaffRight[] }

export async function tableExportCommands(app: FastifyInstance, tools: ExportTools): Promise<void> {
  const send = createFileExports(tools)

  function tableRoute<Filter extends object, Row>(
    table: ExportedTable,
    endpoint: TableExport<Filter>,
    files: ReturnType<typeof rowFiles<Row>>,
    batches: (rows: ExportedRows<Filter>) => AsyncIterable<Row[]>,
  ) {
    fileRoute(app, endpoint, proven(['export', ...rightsTo[table]]), ({ query, request, reply }) => {
      const { format, people, q, filter } = query
      const everyone = people === 'everyone'
      const { type, write } = files[format]
      return send(request, reply, {
        command: (exportId) => ({
          type: 'ExportTable',
          data: { exportId, table, format, ...rowsOf({ people, q, filter }) },
        }),
        name: table,
        format,
        type,
        content: write(tools.reads.file((database) => batches({ database, everyone, query: { q, filter } }))),
      })
    })
  }
  tableRoute('actions', exportActions, actionFiles, actionBatches)
  tableRoute('people', exportPeople, peopleFiles, peopleBatches)
  tableRoute('volunteers', exportVolunteers, volunteerFiles, volunteerBatches)
  tableRoute('donations', exportDonations, donationFiles, donationBatches)
}
