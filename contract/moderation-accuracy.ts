import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { violationTypes } from './moderation.ts'

/** Decisions of one week about posts that the check took for a violation, and about violations that it let through. */
const accuracyRow = z.object({
  /** Monday of the week of the decision, in the time zone of the campaign. */
  week: z.iso.date(),
  /** As the check named it; of a violation that it let through, as most readers reported it. none: no one named it. */
  violationType: z.enum(violationTypes),
  /** Held or refused, and people rejected it. */
  right: z.int(),
  /** Held or refused, and people approved it. */
  wrong: z.int(),
  /** Published, and people removed it. */
  missed: z.int(),
})
export type AccuracyRow = z.infer<typeof accuracyRow>

export const readAccuracy = endpoint('GET', '/api/moderation/accuracy', {
  summary:
    'What people decided about the verdicts of the automatic check, per week and type of violation, in the last 26 weeks. Posts that no person looked at are not counted.',
  schema: {
    response: {
      200: z.object({
        /** Every Monday, oldest first. */
        weeks: z.array(z.iso.date()),
        rows: z.array(accuracyRow),
      }),
    },
  },
})
