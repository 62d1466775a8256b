import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminActionListQuery } from './admin.ts'
import { narrowedBy } from './admin-lists.ts'
import { donationListQuery } from './donations.ts'
import { exportQuery } from './export-query.ts'
import { userListQuery } from './users.ts'
import { volunteerListQuery } from './volunteers.ts'

/** Erased people are left out of each. A truncated file has no closing bracket (JSON), and its transfer fails. */
const asFile = 'as a file, CSV (RFC 4180) or JSON: all, or those that match; recorded as an action.'
const response = { 200: z.string() }

export const exportActions = endpoint('GET', '/api/admin/exports/actions', {
  summary: `The log of actions ${asFile}`,
  schema: { querystring: exportQuery.extend(adminActionListQuery.pick(narrowedBy).shape), response },
})

export const exportPeople = endpoint('GET', '/api/admin/exports/people', {
  summary: `People with an account ${asFile}`,
  schema: { querystring: exportQuery.extend(userListQuery.pick(narrowedBy).shape), response },
})

export const exportVolunteers = endpoint('GET', '/api/admin/exports/volunteers', {
  summary: `Volunteers ${asFile}`,
  schema: { querystring: exportQuery.extend(volunteerListQuery.pick(narrowedBy).shape), response },
})

export const exportDonations = endpoint('GET', '/api/admin/exports/donations', {
  summary: `Donations ${asFile}`,
  schema: { querystring: exportQuery.extend(donationListQuery.pick(narrowedBy).shape), response },
})
