import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const tables = ['actions', 'people', 'volunteers', 'donations'] as const
export const exportedTable = z.enum(tables, `Use one of: ${tables.join(', ')}.`)

/**
 * Who is in a file of people: by default without those who unsubscribed, complained or switched all email off, since
 * such a file is mostly used to write to them from elsewhere. The file of actions keeps each row, since it is a log, and
 * leaves their names out.
 */
export const exportedPeople = z.enum(['willing', 'everyone'], 'Use willing or everyone.').default('willing')

/** Erased people are left out. A truncated file has no closing bracket (JSON), and its transfer fails. */
export const exportTable = endpoint('GET', '/api/admin/exports/:table', {
  summary:
    'Actions, people with an account, volunteers or donations as a file, CSV (RFC 4180) or JSON; recorded as an action.',
  schema: {
    params: z.strictObject({ table: exportedTable }),
    querystring: z.strictObject({ format: z.enum(['csv', 'json'], 'Use csv or json.'), people: exportedPeople }),
    response: { 200: z.string() },
  },
})
