import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { everyRight } from '../records/staff-rights.ts'
import { staffSet as record, setRights, staffSetChange, staffSetEnd } from '../records/staff-sets.ts'
import { idParams, noContent } from './fields.ts'
import { newTexts } from './record-schemas.ts'

const rights = z
  .array(z.enum(setRights, `A role of your own can hold ${setRights.join(', ')}.`))
  .min(1, 'Choose at least one right.')
  .max(everyRight.length)
  .transform((chosen) => setRights.filter((right) => chosen.includes(right)))

export const staffSet = z.object({
  id: z.int(),
  /** The word by which people hold it, such as set-3. */
  key: z.string(),
  name: z.string(),
  rights: z.array(z.string()),
  /** Number of people who hold it now. */
  holders: z.int(),
  /** Rises with each change. */
  revision: z.int(),
})
export type StaffSet = z.infer<typeof staffSet>

const definition = { ...newTexts(record), rights, ...newTexts(staffSetChange) }

export const listStaffSets = endpoint('GET', '/api/admin/staff-sets', {
  summary: 'The roles of the campaign’s own that people can hold, by name.',
  schema: { response: { 200: z.array(staffSet) } },
})

export const defineStaffSet = endpoint('POST', '/api/admin/staff-sets', {
  summary: 'Make a role of the campaign’s own; 409 for a name that is taken.',
  schema: { body: z.strictObject(definition), response: { 201: staffSet } },
})

export const changeStaffSet = endpoint('PUT', '/api/admin/staff-sets/:id', {
  summary: 'Change the name and rights of a role: it holds for its people from their next request on.',
  schema: {
    params: idParams,
    /** `revision`: of the role as the caller read it; 409 when another admin changed it since. */
    body: z.strictObject({ ...definition, revision: z.int().min(1).max(2_147_483_647) }),
    response: { 200: staffSet },
  },
})

export const removeStaffSet = endpoint('POST', '/api/admin/staff-sets/:id/remove', {
  summary: 'Remove a role: it gives nothing from the next request on.',
  schema: { params: idParams, body: z.strictObject(newTexts(staffSetEnd)), response: { 204: noContent } },
})
