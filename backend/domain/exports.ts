import type { Decider, Fact } from './decider.ts'

/** `exportId`: a random id for this export. */
type Export = { exportId: string; format: 'csv' | 'json' }

type RecipientsExport = Export & { campaignId: number }

export type ExportCommand = Fact<'ExportEmailSignups', Export> | Fact<'ExportCampaignRecipients', RecipientsExport>
/** By the admin, before the first byte is sent. */
export type ExportEvent = Fact<'EmailSignupsExported', Export> | Fact<'CampaignRecipientsExported', RecipientsExport>

export const exportStream = (exportId: string) => `export-${exportId}`

/** Personal data that left in a file. */
export const exports: Decider<{ isRecorded: boolean }, ExportCommand, ExportEvent> = {
  initialState: { isRecorded: false },
  decide({ type, data }, { isRecorded }) {
    if (isRecorded) return []
    switch (type) {
      case 'ExportEmailSignups':
        return [{ type: 'EmailSignupsExported', data }]
      case 'ExportCampaignRecipients':
        return [{ type: 'CampaignRecipientsExported', data }]
    }
  },
  evolve() {
    return { isRecorded: true }
  },
}
