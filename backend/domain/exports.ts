import type { Fact } from '../kernel/eventlog/decider.ts'
import { recordedOnce } from './recorded-once.ts'

/** `exportId`: a random id for this export. */
/** `narrowed`: only the rows that matched a search or filters; its words may be personal, so they are not recorded. */
type Export = { exportId: string; format: 'csv' | 'json'; narrowed?: true | undefined }

/** `everyone`: people who said no to email are in the file as well. */
type PeopleExport = Export & { everyone?: true | undefined }

type RecipientsExport = Export & { campaignId: number }

/** One table of measurements of page variations. */
type MeasurementsExport = {
  exportId: string
  table: 'exposures' | 'visits' | 'conversions' | 'donation-clicks' | 'dictionary'
  format: 'csv' | 'parquet'
}

/** One table of the admin console. */
type TableExport = PeopleExport & { table: 'actions' | 'people' | 'volunteers' | 'donations' }

export type ExportCommand =
  | Fact<'ExportEmailSignups', PeopleExport>
  | Fact<'ExportCampaignRecipients', RecipientsExport>
  | Fact<'ExportMeasurements', MeasurementsExport>
  | Fact<'ExportTable', TableExport>
/** Recorded before the first byte is sent to the admin. */
export type ExportEvent =
  | Fact<'EmailSignupsExported', PeopleExport>
  | Fact<'CampaignRecipientsExported', RecipientsExport>
  | Fact<'MeasurementsExported', MeasurementsExport>
  | Fact<'TableExported', TableExport>

export const exportStream = (exportId: string) => `export-${exportId}`

/** Every file that left the system with personal data or one row per visitor. */
export const exports = recordedOnce<ExportCommand, ExportEvent>(({ type, data }) => {
  switch (type) {
    case 'ExportEmailSignups':
      return { type: 'EmailSignupsExported', data }
    case 'ExportCampaignRecipients':
      return { type: 'CampaignRecipientsExported', data }
    case 'ExportMeasurements':
      return { type: 'MeasurementsExported', data }
    case 'ExportTable':
      return { type: 'TableExported', data }
  }
})
