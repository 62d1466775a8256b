import { z } from 'zod'
import { emailSignup as record, signupForm } from '../records/email-signups.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { origin } from '../records/origins.ts'
import { adminListQuery, narrowedBy } from './admin-lists.ts'
import { districtShare } from './district.ts'
import { exportQuery } from './export-query.ts'
import { timestamp, zipCodeOfForm } from './fields.ts'
import { entered, handEntryFields } from './hand-entry.ts'
import { sourceFilter, sourcesEndpoint } from './list-sources.ts'
import { mailSuppression } from './mail-consents.ts'
import { rowOf } from './record-rows.ts'
import { newTexts } from './record-schemas.ts'
import { shownWording } from './wordings.ts'

export const joinMailingList = endpoint('POST', '/api/email-signup', {
  summary: 'Join the mailing list; the response does not reveal whether the address was known.',
  schema: {
    body: z.strictObject({ ...newTexts(signupForm), zipCode: zipCodeOfForm, ...shownWording }),
    response: { 201: z.object({ id: z.int() }) },
  },
})

export const enterEmailSignup = endpoint('POST', '/api/admin/emails', {
  summary: 'Add a person to the mailing list by hand, such as from a paper sheet; one who said no stays unsubscribed.',
  schema: {
    body: z.strictObject({ ...newTexts(record), ...handEntryFields, zipCode: zipCodeOfForm }),
    response: { 201: entered },
  },
})

export const countEmailSignups = endpoint('GET', '/api/email-signup-count', {
  summary: 'Number of people on the mailing list.',
  schema: { response: { 200: z.object({ count: z.int() }) } },
})

export const emailSignup = z.object({
  id: z.int(),
  ...rowOf(record),
  districtShare,
  ...rowOf(origin),
  createdAt: timestamp,
  isErased: z.boolean(),
  /** Null: the address gets campaign email, unless Settings say otherwise. */
  mailSuppression: mailSuppression.nullable(),
})
export type EmailSignup = z.infer<typeof emailSignup>

const listQuery = adminListQuery({
  sorts: ['-createdAt', 'email', 'firstName', 'source'],
  filters: { source: sourceFilter },
})
export type EmailSignupListQuery = z.output<typeof listQuery>

export const listEmailSignups = endpoint('GET', '/api/admin/emails', {
  summary: 'Everyone who joined the mailing list, newest first; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(emailSignup) } },
})

export const listEmailSources = sourcesEndpoint('/api/admin/emails')

/** Erased people are left out. A truncated file has no closing bracket (JSON), and its transfer fails. */
export const exportEmailSignups = endpoint('GET', '/api/admin/emails/export', {
  summary: 'The mailing list as a file, CSV (RFC 4180) or JSON: all of it, or who matches; recorded as an action.',
  schema: {
    querystring: exportQuery.extend(listQuery.pick(narrowedBy).shape),
    response: { 200: z.string() },
  },
})
