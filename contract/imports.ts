import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { importKinds } from '../records/import-kinds.ts'
import { electionCycle, optionalText, pageQuery, timestamp } from './fields.ts'

const importColumn = z.object({
  heading: z.string(),
  field: z.string().nullable(),
  /** `ignored`: nothing in it is imported. */
  how: z.enum(['recognized', 'chosen', 'remembered', 'ignored']),
  /** The cells of the first three rows. */
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof importColumn>

export const importReport = z.object({
  /** Changes that the file would make now; send it back to do exactly that. Null while fields are missing. */
  plan: z.string().nullable(),
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  /** Nothing in the file says so: look at the accents in the samples. */
  isEncodingAssumed: z.boolean(),
  separator: z.string(),
  /** Such as ActBlue; null: the headings do not say who wrote the file. */
  platform: z.string().nullable(),
  columns: z.array(importColumn),
  /** Fields without which no row can be read. */
  missing: z.array(z.string()),
  /** Rows below the headings. */
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  refunded: z.int(),
  /** Rows that are imported already, or appear twice in the file. */
  repeated: z.int(),
  refused: z.int(),
  /** Sums of the new donations and of the refunds, in cents. A row with a gift and its refund counts as both. */
  addedAmount: z.int(),
  refundedAmount: z.int(),
  /** The first 200 rows of each kind; `line`: where the row starts in the file. */
  addedLines: z.array(z.int()),
  changedRows: z.array(z.object({ line: z.int(), changed: z.array(z.string()) })),
  refundedLines: z.array(z.int()),
  repeatedLines: z.array(z.int()),
  refusedRows: z.array(z.object({ line: z.int(), reasons: z.array(z.string()) })),
  /** Readings of rows where that is not literal, with their number and the first 200 lines. */
  notes: z.array(z.object({ note: z.string(), rows: z.int(), lines: z.array(z.int()) })),
})
export type ImportReport = z.infer<typeof importReport>

export const fileImport = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  platform: z.string().nullable(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  refunded: z.int(),
  repeated: z.int(),
  refused: z.int(),
  /** Rows written so far. */
  written: z.int(),
  startedAt: timestamp,
  /** Null while it runs, or after it was interrupted: then check the file again and import the rest. */
  finishedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
})
export type FileImport = z.infer<typeof fileImport>

/** Columns that are mapped by hand. */
const maxMapped = 200

/** Headings as the server compares them, with the field that staff chose; '' for a column to be ignored. */
const mapping = z
  .string()
  .max(8000)
  .optional()
  .transform((json, context) => {
    if (json === undefined) return {}
    try {
      const read = z.record(z.string().max(100), z.string().max(40)).safeParse(JSON.parse(json))
      if (read.success && Object.keys(read.data).length <= maxMapped) return read.data
    } catch {
      // Answered below.
    }
    context.addIssue(`Use JSON such as {"gift":"amount"}, for up to ${maxMapped} columns.`)
    return z.NEVER
  })

const importQuery = z.strictObject({
  mapping,
  /** 9/2/2026 is in February. */
  isDayFirst: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Of all rows without their own: where the people agreed, and when (a day). */
  consentSource: z.string().trim().max(255).default(''),
  consentAt: z.union([z.literal(''), z.iso.date()]).default(''),
  plan: z
    .string()
    .regex(/^[\da-f]{64}$/, 'Check the file first and send its plan.')
    .optional(),
})

const kindParams = z.strictObject({ kind: z.enum(importKinds, `Use one of: ${importKinds.join(', ')}.`) })

/** Nothing is written: the answer says what would be. */
export const checkImport = endpoint('POST', '/api/admin/imports/:kind/check', {
  summary: 'What importing this file would do (text/csv, up to 10 MB). Nothing is written.',
  schema: { params: kindParams, querystring: importQuery.omit({ plan: true }), response: { 200: importReport } },
})

/** 409 if the file would do something else now than its plan says. Refused rows are skipped. */
export const startImport = endpoint('POST', '/api/admin/imports/:kind', {
  summary: 'Import a file that was checked. It goes on after the answer; read the import to follow it.',
  schema: { params: kindParams, querystring: importQuery.required({ plan: true }), response: { 202: fileImport } },
})

export const listImports = endpoint('GET', '/api/admin/imports', {
  summary: 'The last 100 imports, newest first.',
  schema: { response: { 200: z.array(fileImport) } },
})

const importParams = z.strictObject({ importId: z.string().min(1).max(100) })

export const undoImport = endpoint('POST', '/api/admin/imports/undo/:importId', {
  summary: 'Undo everything that an import did, except what was changed again since.',
  schema: { params: importParams, response: { 202: fileImport } },
})

export const donor = z.object({
  /** Stays the same for a person; filters the list of donations. */
  donorId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The even year in which a federal election cycle ends. */
  cycle: z.int(),
  gifts: z.int(),
  /** Cents, without refunds. */
  total: z.int(),
  /** Cents that were refunded. */
  refunded: z.int(),
  lastAt: timestamp,
})
export type Donor = z.infer<typeof donor>

export const listDonors = endpoint('GET', '/api/admin/donors', {
  summary: 'Totals per donor and election cycle, the largest first; their number in X-Total-Count.',
  schema: {
    querystring: z.strictObject({
      ...pageQuery.omit({ before: true }).shape,
      q: optionalText(100),
      cycle: electionCycle.transform(Number).optional(),
    }),
    response: { 200: z.array(donor) },
  },
})
