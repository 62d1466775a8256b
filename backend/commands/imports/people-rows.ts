import { emailSignup } from '../../../records/email-signups.ts'
import type { ItemRecord } from '../../../records/fields.ts'
import { completed, type Values } from '../../../records/values.ts'
import { volunteerDetails } from '../../../records/volunteers.ts'
import { emailSignupStream, emailSignups, personErased } from '../../domain/email-signups.ts'
import { phoneOf } from '../../domain/imports/person-cells.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail/mail-consents.ts'
import { isStricter } from '../../domain/mail/mail-suppressions.ts'
import { volunteerStream, volunteers } from '../../domain/volunteers.ts'
import {
  type KnownSignup,
  type KnownSuppression,
  type KnownVolunteer,
  signupsOf,
  suppressionsOf,
  volunteersOf,
} from '../../read-model/imports.ts'
import { numbered } from '../command.ts'
import type { ReadRow } from './file-row-reader.ts'
import { type PersonRow, readCell, type UnsubscribedRow, type VolunteerRow } from './import-rows.ts'
import {
  type ImportTools,
  once,
  type PlannedRow,
  type Planner,
  refused,
  tooMuch,
  type Writing,
} from './planned-rows.ts'

/** `consentSource`: none in a list of people who want no email. */
type Row = { email: string; consentSource?: string }

const noSource = 'consentSource: This field is required.'
/** Known facts about the person of a row. */
type Person<Known> = {
  subject: string | undefined
  known: Known | undefined
  suppression: KnownSuppression | undefined
}

const saidNo = { unsubscribed: 'unsubscribed', complained: 'complained about our mail' }

/** Plans people by their address: each once per file, and those who said no or were erased never. */
function peoplePlanner<Details extends Row, Known>(
  { knex, subjects }: ImportTools,
  find: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Known>>,
  plan: (line: number, details: Details, person: Person<Known>) => PlannedRow,
): Planner<Details> {
  const seen = new Set<string>()
  return async (rows) => {
    const emails = rows.flatMap((row) => ('details' in row ? [row.details.email] : []))
    const [found, erased] = await Promise.all([subjects.findAll(emails), subjects.erasedAmong(emails)])
    const ids = [...new Set(found.values())]
    const [known, suppressions] = await Promise.all([find(ids), suppressionsOf(knex, ids)])
    return rows.map((row: ReadRow<Details>): PlannedRow => {
      const { line } = row
      if ('reasons' in row) return refused(line, ...row.reasons)
      const { details } = row
      const address = details.email.toLowerCase()
      if (erased.has(details.email)) return refused(line, personErased)
      if (seen.has(address)) return { line, kind: 'repeated' }
      seen.add(address)
      const subject = found.get(details.email)
      const planned = plan(line, details, {
        subject,
        known: subject === undefined ? undefined : known.get(subject),
        suppression: subject === undefined ? undefined : suppressions.get(subject),
      })
      const isWritten = planned.kind === 'added' || planned.kind === 'changed'
      return isWritten && details.consentSource === '' ? refused(line, noSource) : planned
    })
  }
}

/** Null: they did not say no. */
function suppressedRow(line: number, suppression: KnownSuppression | undefined): PlannedRow | null {
  if (!suppression || suppression.reason === 'bounced') return null
  return refused(line, `This person ${saidNo[suppression.reason]}, so an import does not bring them back.`)
}

/** An import of the known text gives this cell. */
function isRead(field: string, known: unknown, cell: unknown): boolean {
  if (known === cell) return true
  if (typeof known !== 'string' || typeof cell !== 'string') return false
  if (field === 'email') return known.toLowerCase() === cell.toLowerCase()
  const read = readCell(known)
  return (field === 'phone' ? phoneOf(read) : read) === cell
}

type Change<Item extends ItemRecord> = { now: Values<Item>; changed: string[] }
/** An item as a file says it, and what is new in that. Blank cells take nothing away, and those that say what is known change nothing. */
function changedFields<Item extends ItemRecord>(item: Item, known: Values<Item>, row: Values<Item>): Change<Item>
function changedFields(item: ItemRecord, known: Values<ItemRecord>, row: Values<ItemRecord>): Change<ItemRecord> {
  const fields = Object.keys(item)
  const said = fields.map((field) => [field, isRead(field, known[field], row[field]) ? null : row[field]])
  const now = completed(item, Object.fromEntries(said), known)
  const before = completed(item, {}, known)
  return { now, changed: fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field])) }
}

export function signupPlanner(tools: ImportTools): Planner<PersonRow> {
  const { handle, nextId, subjects, knex } = tools
  return peoplePlanner<PersonRow, KnownSignup>(
    tools,
    (ids) => signupsOf(knex, ids),
    (line, details, { known, suppression }) => {
      const no = suppressedRow(line, suppression)
      if (no) return no
      const { now, changed } = known ? changedFields(emailSignup, known, details) : { now: details, changed: [] }
      if (known && changed.length === 0) return { line, kind: 'repeated' }
      const full = tooMuch(line, now)
      if (full) return full
      const prepare = once(() => Promise.all([nextId('email_signup'), subjects.forEmail(details.email)]))
      const write = async ({ context }: Writing) => {
        const [emailSignupId, subject] = await prepare()
        const command = { type: 'ImportEmailSignup', data: { emailSignupId, subject, ...details, ...now } } as const
        const stream = emailSignupStream(subjects.emailHash(details.email))
        return (await handle(emailSignups, stream, command, context, { isNew: known === undefined })).position
      }
      return known === undefined
        ? { line, kind: 'added', amount: 0, prepare, write }
        : { line, kind: 'changed', changed, prepare, write }
    },
  )
}

export function volunteerPlanner(tools: ImportTools): Planner<VolunteerRow> {
  const { handle, nextId, subjects, knex } = tools
  return peoplePlanner<VolunteerRow, KnownVolunteer[]>(
    tools,
    (ids) => volunteersOf(knex, ids),
    (line, details, { known: applications = [], suppression }) => {
      const no = suppressedRow(line, suppression)
      if (no) return no
      const known = applications.at(-1)
      if (known?.isDeleted) return refused(line, 'This application was deleted. Restore it in Volunteers instead.')
      if (known) {
        const isRepeated = applications.some(
          (one) => changedFields(volunteerDetails, one, details).changed.length === 0,
        )
        if (isRepeated) return { line, kind: 'repeated' }
        const { now, changed } = changedFields(volunteerDetails, known, details)
        const full = tooMuch(line, now)
        if (full) return full
        return {
          line,
          kind: 'changed',
          changed,
          async write({ context }) {
            const data = { volunteerId: known.id, subject: known.subject, ...now }
            const command = { type: 'ImportVolunteerDetails', data } as const
            return (await handle(volunteers, volunteerStream(known.id), command, context)).position
          },
        }
      }
      const prepare = once(() => Promise.all([nextId('volunteer'), subjects.forEmail(details.email)]))
      return {
        line,
        kind: 'added',
        amount: 0,
        prepare,
        async write({ context }) {
          const [first, subject] = await prepare()
          const draw = (taken: number) => nextId('volunteer', null, taken)
          return numbered(first, draw, async (volunteerId) => {
            const command = { type: 'ImportVolunteer', data: { volunteerId, subject, ...details } } as const
            const stream = volunteerStream(volunteerId)
            return (await handle(volunteers, stream, command, context, { isNumbered: true })).position
          })
        },
      }
    },
  )
}

/** People who said no elsewhere, or whose mailbox bounced there: they get no campaign mail, whether or not we know them. */
export function unsubscribedPlanner(tools: ImportTools): Planner<UnsubscribedRow> {
  const { handle, subjects } = tools
  return peoplePlanner<UnsubscribedRow, never>(
    tools,
    async () => new Map<string, never>(),
    (line, { email, consentAt, reason }, { suppression }) => {
      if (suppression && !isStricter(reason ?? 'unsubscribed', suppression.reason)) return { line, kind: 'repeated' }
      const prepare = once(() => subjects.forEmail(email))
      return {
        line,
        kind: 'added',
        amount: 0,
        prepare,
        async write({ importId, context }) {
          const subject = await prepare()
          const data = { subject, importId, at: consentAt, ...(reason !== null && { reason }) }
          const command = { type: 'ImportMailOptOut', data } as const
          return (await handle(mailConsents, mailConsentStream(subject), command, context)).position
        },
      }
    },
  )
}
