import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import type { Values } from '../records/values.ts'
import { type agreement, wording as record } from '../records/wordings.ts'
import { timestamp } from './fields.ts'
import { rowOf } from './record-rows.ts'

/** In what a form sends: the hash of the sentence that it shows. Anything else must not lose what the person wrote. */
export const shownWording = { wording: z.string().optional().catch(undefined) }

export const wording = z.object({
  ...rowOf(record),
  /** The site showed it from then on, and until then; null: it still does. */
  since: timestamp,
  until: timestamp.nullable(),
})
export type Wording = z.infer<typeof wording>

/** The words that a person agreed to, by their hashes. */
export type Agreed = Values<typeof agreement>

export const listWordings = endpoint('GET', '/api/admin/wordings', {
  summary:
    'Every sentence that people ever agreed to with a form, and every version of the privacy page; newest first.',
  schema: { response: { 200: z.array(wording) } },
})
