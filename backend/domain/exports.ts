import type { Decider, Fact } from './decider.ts'

/** `exportId`: a random id for this export. */
type Export = { exportId: string; format: 'csv' | 'json' }

export type ExportCommand = Fact<'ExportEmailSignups', Export>
/** By the admin, before the first byte is sent. */
export type ExportEvent = Fact<'EmailSignupsExported', Export>

export const exportStream = (exportId: string) => `export-${exportId}`

/** Personal data that left in a file. */
export const exports: Decider<{ isRecorded: boolean }, ExportCommand, ExportEvent> = {
  initialState: { isRecorded: false },
  decide({ data }, { isRecorded }) {
    return isRecorded ? [] : [{ type: 'EmailSignupsExported', data }]
  },
  evolve() {
    return { isRecorded: true }
  },
}
