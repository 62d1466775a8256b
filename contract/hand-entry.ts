import { z } from 'zod'
import { entrySources, handEntry } from '../records/hand-entry.ts'
import { day } from './fields.ts'
import { mailSuppression } from './mail-consents.ts'
import { newTexts } from './record-schemas.ts'

/** An older day on a sheet is a typing error. */
const firstDay = '2000-01-01'

/** Origin of a person that staff enter by hand; the server refuses a day in the future. */
export const handEntryFields = {
  entrySource: z.enum(entrySources, 'Say how you know them.'),
  ...newTexts(handEntry),
  entryDay: day.refine((entered) => entered >= firstDay, 'Use a day from 2000 on.'),
}

export const entered = z.object({
  /** Of what was added, or of what was there already; null while another admin is adding it. */
  id: z.int().nullable(),
  /** `known`: it was there already, and nothing was added. */
  outcome: z.enum(['added', 'known']),
  /** Why the person gets no campaign mail; being entered by hand does not change it. */
  mailSuppression: mailSuppression.nullable(),
})
export type Entered = z.infer<typeof entered>
