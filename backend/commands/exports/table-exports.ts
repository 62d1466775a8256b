import type { FastifyInstance } from 'fastify'
import { exportTable } from '../../../contract/table-exports.ts'
import type { ConsoleReads } from '../../http/console-reads.ts'
import type { StreamLimits } from '../../http/file-stream.ts'
import { fileRoute, provenAdmin } from '../../http/route.ts'
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
import { createFileExports, withEveryone } from './file-exports.ts'
import { consentCells, rowFiles } from './row-files.ts'

const actionFiles = rowFiles<ExportedAction>([
  ['Time', ({ timestamp }) => timestamp],
  ['Actor', ({ actor }) => actor],
  ['Action', ({ action }) => action],
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
])

const volunteerFiles = rowFiles<ExportedVolunteer>([
  ['Id', ({ id }) => id],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Skills', ({ skills }) => skills],
  ['Availability', ({ availability }) => availability],
  ['Interests', ({ interests }) => interests.join('; ')],
  ['Skill match', ({ aiSkillMatch }) => aiSkillMatch.map(({ way, strength }) => `${way} ${strength}`).join('; ')],
  ['Applied at', ({ createdAt }) => createdAt],
  ...consentCells,
])

/** The headings are those that an import reads. */
const donationFiles = rowFiles<ExportedDonation>([
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['Amount', ({ amount }) => (amount / 100).toFixed(2)],
  ['Address', ({ address }) => address],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['Zip code', ({ zipCode }) => zipCode],
  ['Occupation', ({ occupation }) => occupation],
  ['Employer', ({ employer }) => employer],
  ['Payment ID', ({ paymentId }) => paymentId],
  ['Is public', ({ isPublic }) => isPublic],
  ['Created at', ({ createdAt }) => createdAt],
  ['Refund date', ({ refundedAt }) => refundedAt],
  ['Refunded', ({ refunded }) => (refunded / 100).toFixed(2)],
  ...consentCells,
])

type ExportTools = { execute: Execute; reads: ConsoleReads; fileLimits?: StreamLimits | undefined }

/** Tables of the console as files. */
export async function tableExportCommands(app: FastifyInstance, tools: ExportTools): Promise<void> {
  const { reads } = tools
  const send = createFileExports(tools)
  const contents = {
    actions: (format: 'csv' | 'json', everyone: boolean) =>
      actionFiles[format].write(reads.file(({ pool }) => actionBatches(pool, everyone))),
    people: (format: 'csv' | 'json', everyone: boolean) =>
      peopleFiles[format].write(reads.file(({ pool }) => peopleBatches(pool, everyone))),
    volunteers: (format: 'csv' | 'json', everyone: boolean) =>
      volunteerFiles[format].write(reads.file(({ pool }) => volunteerBatches(pool, everyone))),
    donations: (format: 'csv' | 'json', everyone: boolean) =>
      donationFiles[format].write(reads.file(({ pool }) => donationBatches(pool, everyone))),
  }
  fileRoute(app, exportTable, provenAdmin, ({ params: { table }, query: { format, people }, request, reply }) =>
    send(request, reply, {
      command: (exportId) => ({ type: 'ExportTable', data: { exportId, table, format, ...withEveryone(people) } }),
      name: table,
      format,
      type: actionFiles[format].type,
      content: contents[table](format, people === 'everyone'),
    }),
  )
}
