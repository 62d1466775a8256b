import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const tables = ['actions', 'volunteers', 'donations'] as const
export const exportedTable = z.enum(tables, `Use one of: ${tables.join(', ')}.`)

/**
 * Who is in a file of people: by default without those who unsubscribed, complained or switched all email off, since
 * such a file is mostly used to write to them from elsewhere.
 */
export const exportedPeople = z.enum(['willing', 'everyone'], 'Use willing or everyone.').default('willing')

/** Erased people are left out. A truncated file has no closing bracket (JSON), and its transfer fails. */
export const exportTable = endpoint({
  method: 'GET',
  url: '/api/admin/exports/:table',
  summary: 'The actions, volunteers or donations as a file, CSV (RFC 4180) or JSON; recorded as an action.',
  schema: {
    params: z.strictObject({ table: exportedTable }),
    querystring: z.strictObject({ format: z.enum(['csv', 'json'], 'Use csv or json.'), people: exportedPeople }),
    response: { 200: z.string() },
  },
})
