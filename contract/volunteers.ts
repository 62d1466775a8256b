import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { origin } from '../records/origins.ts'
import { availabilities, volunteer, volunteerDetails, volunteerForm } from '../records/volunteers.ts'
import { adminListQuery } from './admin-lists.ts'
import { volunteerInterests } from './campaign.ts'
import { districtShare } from './district.ts'
import { idParams, noContent, pageQuery, requiredText, revision, timestamp, zipCodeOfForm } from './fields.ts'
import { entered, handEntryFields } from './hand-entry.ts'
import { sourceFilter, sourcesEndpoint } from './list-sources.ts'
import { rowOf } from './record-rows.ts'
import { correctedTexts, newTexts } from './record-schemas.ts'
import { skillMatch, wayToHelp } from './skill-match.ts'
import { shownWording } from './wordings.ts'

export const unknownAvailability = `Use one of: ${availabilities.join(', ')}.`

/** One of the four options; absent, null or blank becomes null. */
const availability = z
  .enum([...availabilities, ''], unknownAvailability)
  .nullable()
  .default(null)
  .transform((choice) => (choice === '' ? null : choice))

/** The fields of an application with rules of their own. */
const chosen = {
  zipCode: zipCodeOfForm,
  availability,
  interests: z
    .array(z.enum(volunteerInterests, `Use any of: ${volunteerInterests.join(', ')}.`))
    .max(20, 'Select each interest only once.')
    .default([])
    .transform((all) => [...new Set(all)]),
}

/** Row that an admin sees; for an erased person the fields are redacted. */
export const adminVolunteer = z.object({
  id: z.int(),
  userId: z.int().nullable(),
  ...rowOf(volunteer),
  districtShare,
  ...rowOf(origin),
  aiSkillMatch: skillMatch,
  isDeleted: z.boolean(),
  isErased: z.boolean(),
  createdAt: timestamp,
  revision,
})
export type AdminVolunteer = z.infer<typeof adminVolunteer>

export const appliedVolunteer = z.object({ id: z.int(), createdAt: timestamp })
export type AppliedVolunteer = z.infer<typeof appliedVolunteer>

export const applyAsVolunteer = endpoint('POST', '/api/volunteers', {
  summary: 'Apply as a volunteer; every application is counted.',
  schema: {
    body: z.strictObject({
      ...newTexts(volunteerForm),
      ...chosen,
      /** Accepted and ignored: the session determines the applicant. */
      userId: z.int().nullish(),
      ...shownWording,
    }),
    response: { 201: appliedVolunteer },
  },
})

export const enterVolunteer = endpoint('POST', '/api/admin/volunteers', {
  summary: 'Add a volunteer by hand, such as from a paper sheet; one with the same name and address is there already.',
  schema: {
    body: z.strictObject({ ...newTexts(volunteerDetails), ...chosen, ...handEntryFields }),
    response: { 201: entered },
  },
})

export const countVolunteers = endpoint('GET', '/api/volunteer-count', {
  summary: 'Number of volunteer applications.',
  schema: { response: { 200: z.object({ count: z.int() }) } },
})

export const volunteerListQuery = adminListQuery({
  sorts: ['-createdAt', 'name', 'email', 'availability', 'source'],
  filters: {
    /** Deleted ones are listed only with this. */
    status: z.enum(['deleted'], 'Use deleted.'),
    availability: requiredText(50),
    interest: requiredText(100),
    /** The applicant’s words suggest this way to help. */
    way: wayToHelp,
    source: sourceFilter,
  },
})
export type VolunteerListQuery = z.output<typeof volunteerListQuery>

export const listVolunteers = endpoint('GET', '/api/volunteers', {
  summary: 'Every application, newest first; admins only, since it contains email addresses and phone numbers.',
  schema: { querystring: pageQuery, response: { 200: z.array(adminVolunteer) } },
})

export const listAllVolunteers = endpoint('GET', '/api/admin/volunteers', {
  summary: 'Every application, newest first; their number in X-Total-Count.',
  schema: { querystring: volunteerListQuery, response: { 200: z.array(adminVolunteer) } },
})

export const listVolunteerSources = sourcesEndpoint('/api/admin/volunteers')

export const correctVolunteer = endpoint('PUT', '/api/admin/volunteers/:id', {
  summary:
    'Correct an application; the interests stay the same, and so may an availability in the words of a file. An absent phone, skills or availability stays as it is, null clears it. Takes If-Match.',
  schema: {
    params: idParams,
    body: z.strictObject(correctedTexts(volunteerDetails)),
    response: { 200: adminVolunteer },
  },
})

export const removeVolunteer = endpoint('DELETE', '/api/admin/volunteers/:id', {
  summary: 'Delete an application; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreVolunteer = endpoint('POST', '/api/admin/volunteers/:id/restore', {
  summary: 'Restore a deleted application.',
  schema: { params: idParams, response: { 200: adminVolunteer } },
})
