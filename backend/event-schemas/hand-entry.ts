import { z } from 'zod'
import { entrySources, handEntry } from '../../records/hand-entry.ts'
import { stored } from './item-schemas.ts'

const { entryNote, entryDay } = stored(handEntry)

/** Only staff say it: absent, the person sent it in by themselves. */
export const byHand = {
  entrySource: z.enum(entrySources).optional(),
  entryNote: entryNote.optional(),
  entryDay: entryDay.optional(),
}
