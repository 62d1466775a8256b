import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { importKinds, importLimits, importRowStatuses } from '../records/import-kinds.ts'
import { electionCycle, noContent, optionalText, pageQuery, timestamp, wholeNumber } from './fields.ts'

const importColumn = z.object({
  /** Of its cell in each row. */
  place: z.int(),
  heading: z.string(),
  field: z.string().nullable(),
  /** `kept`: no field takes it, so it stays under its heading. `ignored`: nothing in it is imported. */
  how: z.enum(['recognized', 'chosen', 'remembered', 'kept', 'ignored']),
  /** The heading under which it is kept; null: it is not. A heading that occurs twice gets a number. */
  keptAs: z.string().nullable(),
  /** The cells of the first three rows. */
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof importColumn>

/** Columns that are mapped by hand. */
const maxMapped = 200

/** Headings as the server compares them, with the field that staff chose; '' for a column to be ignored. */
const mapping = z
  .record(z.string().max(100), z.string().max(40))
  .refine((chosen) => Object.keys(chosen).length <= maxMapped, `Choose up to ${maxMapped} columns.`)

/** Of all rows without their own: where the people agreed, and when (a day). */
const consent = {
  consentSource: z.string().trim().max(255).default(''),
  consentAt: z.union([z.literal(''), z.iso.date()]).default(''),
}

/** Choices of staff for a file. `isDayFirst`: 9/2/2026 is in February. */
const importChoices = z.strictObject({ mapping, isDayFirst: z.boolean(), ...consent })
export type ImportChoices = z.output<typeof importChoices>

const waitingImport = z.object({
  /** Of the file, whose rows wait for a day. */
  id: z.uuid(),
  kind: z.enum(importKinds),
  /** Of the file; may be empty. */
  name: z.string(),
  createdAt: timestamp,
  /** Rows below the headings. */
  rows: z.int(),
  refused: z.int(),
})
export type WaitingImport = z.infer<typeof waitingImport>

export const importReport = waitingImport.extend({
  choices: importChoices,
  /** Changes that importing the file would make; send it back to do exactly that. Null while fields are missing. */
  plan: z.uuid().nullable(),
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  /** Nothing in the file says so: look at the accents in the samples. */
  isEncodingAssumed: z.boolean(),
  separator: z.string(),
  /** Such as ActBlue; null: the headings do not say who wrote the file. */
  platform: z.string().nullable(),
  columns: z.array(importColumn),
  /** Fields without which no row can be read. */
  missing: z.array(z.string()),
  added: z.int(),
  changed: z.int(),
  refunded: z.int(),
  /** Rows that are imported already, or appear twice in the file. */
  repeated: z.int(),
  /** Sums of the new donations and of the refunds, in cents. A row with a gift and its refund counts as both. */
  addedAmount: z.int(),
  refundedAmount: z.int(),
  /** Readings of rows where that is not literal, with their number and the first 200 lines. */
  notes: z.array(z.object({ note: z.string(), rows: z.int(), lines: z.array(z.int()) })),
})
export type ImportReport = z.infer<typeof importReport>

/** Characters of a cell that are read, shown and mended: more than any field may have. */
export const maxImportCell = 6000

const importRow = z.object({
  /** Where the row starts in the file. */
  line: z.int(),
  /** Null while fields are missing. */
  status: z.enum(importRowStatuses).nullable(),
  /** Why it is refused, or the fields that it changes. */
  reasons: z.array(z.string()),
  changed: z.array(z.string()),
  /** By the place of their column. */
  cells: z.array(z.string()),
})
export type ImportRow = z.infer<typeof importRow>

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
  /** When it stopped because the person who started it could no longer import; its file waits, so others can go on. */
  stoppedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
})
export type FileImport = z.infer<typeof fileImport>

const mappingText = z
  .string()
  .max(8000)
  .optional()
  .transform((json, context) => {
    if (json === undefined) return {}
    try {
      const read = mapping.safeParse(JSON.parse(json))
      if (read.success) return read.data
    } catch {
      // Answered below.
    }
    context.addIssue(`Use JSON such as {"gift":"amount"}, for up to ${maxMapped} columns.`)
    return z.NEVER
  })

const checkQuery = z.strictObject({
  mapping: mappingText,
  isDayFirst: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  ...consent,
  /** Of the file. */
  name: z.string().trim().max(255).default(''),
})

const kindParams = z.strictObject({ kind: z.enum(importKinds, `Use one of: ${importKinds.join(', ')}.`) })

/** Nothing is imported: the answer says what would be. */
export const checkImport = endpoint('POST', '/api/admin/imports/:kind/check', {
  summary:
    'What importing this file would do (text/csv, up to 10 MB). Its rows wait for a day, and nothing is imported.',
  schema: { params: kindParams, querystring: checkQuery, response: { 200: importReport } },
})

/** 409 if the file was mended or checked again since. Refused rows are skipped, and rows that would do something else by now. */
export const startImport = endpoint('POST', '/api/admin/imports/:kind', {
  summary: 'Import a file that was checked. It goes on after the answer; read the import to follow it.',
  schema: {
    params: kindParams,
    querystring: z.strictObject({ plan: z.uuid('Check the file first and send its plan.') }),
    response: { 202: fileImport },
  },
})

export const listWaitingImports = endpoint('GET', '/api/admin/imports/waiting', {
  summary: 'Files that were checked in the last day and not imported, newest first.',
  schema: { response: { 200: z.array(waitingImport) } },
})

const fileParams = z.strictObject({ fileId: z.uuid() })

export const readWaitingImport = endpoint('GET', '/api/admin/imports/waiting/:fileId', {
  summary: 'What importing a file that waits would do.',
  schema: { params: fileParams, response: { 200: importReport } },
})

export const checkAgain = endpoint('PUT', '/api/admin/imports/waiting/:fileId', {
  summary: 'Check a file that waits again, with other choices or the same.',
  schema: { params: fileParams, body: importChoices, response: { 200: importReport } },
})

export const discardImport = endpoint('DELETE', '/api/admin/imports/waiting/:fileId', {
  summary: 'Delete a file that waits.',
  schema: { params: fileParams, response: { 204: noContent } },
})

export const listImportRows = endpoint('GET', '/api/admin/imports/waiting/:fileId/rows', {
  summary: 'The rows of a file that waits; their number in X-Total-Count.',
  schema: {
    params: fileParams,
    querystring: z.strictObject({
      ...pageQuery.omit({ before: true }).shape,
      status: z.enum(importRowStatuses, `Use one of: ${importRowStatuses.join(', ')}.`).optional(),
    }),
    response: { 200: z.array(importRow) },
  },
})

export const mendImportRow = endpoint('PUT', '/api/admin/imports/waiting/:fileId/rows/:line', {
  summary: 'Mend cells of a row that waits. It is checked at once, with the rows about the same person or gift.',
  schema: {
    params: fileParams.extend({ line: wholeNumber(1, 2_147_483_647) }),
    body: z.strictObject({
      cells: z
        .array(z.strictObject({ place: z.int().min(0), text: z.string().max(maxImportCell) }))
        .min(1)
        .max(importLimits.columns),
    }),
    response: { 200: z.object({ row: importRow, report: importReport }) },
  },
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
