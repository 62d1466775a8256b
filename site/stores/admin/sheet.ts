import { atom } from 'nanostores'
import type { listEmailSignups } from '../../../contract/email-signups.ts'
import type { listAllVolunteers } from '../../../contract/volunteers.ts'
import { ApiError, callForPage, sentenceOf } from '../../lib/api.ts'
import { createKeptText } from '../forum/drafts.ts'
import { $session } from '../session.ts'
import type { EntryKind, EntryTarget } from './entry.ts'
import { enter, outcomeOf, requiredIn, today } from './entry-forms.ts'

type SheetKind = Extract<EntryKind, 'emails' | 'volunteers'>

/** The fields of a row, in the order of the keyboard. */
export const sheetFields: readonly string[] = ['firstName', 'lastName', 'email', 'phone', 'zipCode']

type Values = { [field: string]: string }
type RowState = 'typing' | 'sending' | 'refused' | 'added' | 'known'
/** `note`: what became of the row. `hint`: the address is on the list already. */
export type SheetRow = { key: number; values: Values; state: RowState; note: string; hint: string }

export const isFinished = ({ state }: SheetRow) => state === 'added' || state === 'known'
const isBlank = ({ values }: SheetRow) => Object.values(values).every((text) => text.trim() === '')
const addressIn = ({ values }: SheetRow) => (values.email ?? '').trim().toLowerCase()
const nameIn = ({ values }: SheetRow) => `${values.firstName ?? ''} ${values.lastName ?? ''}`.trim().toLowerCase()

/** The number of an earlier row about the same person; null without one. People of a household share an address. */
export function repeatedRow(kind: SheetKind, rows: readonly SheetRow[], row: SheetRow): number | null {
  const at = rows.findIndex(
    (other) =>
      addressIn(other) !== '' &&
      addressIn(other) === addressIn(row) &&
      (kind === 'emails' || nameIn(other) === nameIn(row)),
  )
  return at < 0 || at >= rows.indexOf(row) ? null : at + 1
}

/** Milliseconds after the last key until the list is searched. */
const pause = 300

async function peopleAt(kind: SheetKind, email: string): Promise<string[]> {
  const query = { q: email, limit: '50' }
  const { items } =
    kind === 'emails'
      ? await callForPage<typeof listEmailSignups>('/api/admin/emails', { query })
      : await callForPage<typeof listAllVolunteers>('/api/admin/volunteers', { query })
  return items
    .filter((item) => item.email.toLowerCase() === email)
    .map((item) => [item.firstName, 'lastName' in item ? item.lastName : ''].filter(Boolean).join(' '))
}

function whyNot(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Not sent: the server can’t be reached. Press Enter here to try again.'
  const [problem] = Object.values(error.fieldErrors)
  return problem ?? sentenceOf(error) ?? 'Not added. Press Enter here to try again.'
}

const isRow = (row: unknown): row is Pick<SheetRow, 'values' | 'state' | 'note'> =>
  typeof row === 'object' && row !== null && 'values' in row && 'state' in row && 'note' in row

function keptIn(text: string | null): { how: Values | null; rows: Pick<SheetRow, 'values' | 'state' | 'note'>[] } {
  try {
    const { how, rows } = JSON.parse(text ?? '{}')
    return { how: how ?? null, rows: Array.isArray(rows) ? rows.filter(isRow) : [] }
  } catch {
    return { how: null, rows: [] }
  }
}

export type Sheet = ReturnType<typeof createSheet>

/**
 * A clipboard of people: each row is sent by itself when it is finished. What was typed stays in this browser, for this person
 * only, until it is finished and cleared.
 */
export function createSheet(kind: SheetKind, target: EntryTarget) {
  const session = $session.get()
  const kept = createKeptText(session.status === 'signed-in' ? session.user.id : 0, `sheet-${kind}`)
  const before = keptIn(kept.read())
  let last = 0
  const blankRow = (): SheetRow => ({
    key: ++last,
    state: 'typing',
    note: '',
    hint: '',
    values: Object.fromEntries(sheetFields.map((field) => [field, ''])),
  })
  const restored = before.rows.map(
    ({ values, state, note }): SheetRow => ({
      ...{ ...blankRow(), values, note },
      // A row that was on its way is sent again, and the server recognizes it.
      state: state === 'sending' ? 'typing' : state,
    }),
  )
  const $how = atom<Values>({ entrySource: '', entryNote: '', entryDay: today(), ...before.how })
  const $rows = atom<readonly SheetRow[]>([...restored, blankRow()])
  const searches = new Map<number, ReturnType<typeof setTimeout>>()

  const keep = () => {
    const rows = $rows.get().filter((row) => !isBlank(row))
    if (rows.length === 0) return kept.drop()
    kept.keep(
      JSON.stringify({ how: $how.get(), rows: rows.map(({ values, state, note }) => ({ values, state, note })) }),
    )
  }
  function change(key: number, part: Partial<SheetRow>): void {
    const rows = $rows.get().map((row) => (row.key === key ? { ...row, ...part } : row))
    const end = rows.at(-1)
    $rows.set(end && !isBlank(end) ? [...rows, blankRow()] : rows)
    keep()
  }
  const rowOf = (key: number) => $rows.get().find((row) => row.key === key)

  /** Shows while typing who has the address already. */
  function search(key: number): void {
    clearTimeout(searches.get(key))
    const row = rowOf(key)
    const email = row && addressIn(row)
    if (!email || !/\S@[^\s@]+\.[^\s@]{2,}$/.test(email)) return
    searches.set(
      key,
      setTimeout(async () => {
        const people = await peopleAt(kind, email).catch(() => [])
        const now = rowOf(key)
        if (!now || addressIn(now) !== email || people.length === 0) return
        const names = people.filter(Boolean).join(', ')
        change(key, { hint: `On the list already${names === '' ? '' : `: ${names}`}` })
      }, pause),
    )
  }

  function type(key: number, field: string, text: string): void {
    const row = rowOf(key)
    if (!row) return
    const isAddress = field === 'email'
    change(key, { values: { ...row.values, [field]: text }, state: 'typing', note: '', ...(isAddress && { hint: '' }) })
    if (isAddress) search(key)
  }

  async function send(key: number): Promise<void> {
    const row = rowOf(key)
    if (!row || isBlank(row) || isFinished(row) || row.state === 'sending') return
    const missing = requiredIn(kind).filter((field) => (row.values[field] ?? '').trim() === '')
    if (missing.length > 0) return change(key, { state: 'refused', note: 'Fill in the fields that are marked.' })
    if ($how.get().entrySource === '') return change(key, { state: 'refused', note: 'Say above how you know them.' })
    change(key, { state: 'sending', note: 'Adding…', hint: '' })
    try {
      const entered = await enter(kind, { ...row.values, ...$how.get() })
      const { title, description } = outcomeOf(entered)
      const note = description === undefined ? title : `${title}. ${description}`
      change(key, { state: entered.outcome, note })
      void target.reload()
    } catch (error) {
      change(key, { state: 'refused', note: whyNot(error) })
    }
  }

  return {
    kind,
    $how,
    $rows,
    type,
    send,
    isMissing: (row: SheetRow, field: string) =>
      row.state === 'refused' && requiredIn(kind).includes(field) && (row.values[field] ?? '').trim() === '',
    say(field: string, text: string): void {
      $how.set({ ...$how.get(), [field]: text })
      keep()
    },
    clearFinished(): void {
      const rows = $rows.get().filter((row) => !isFinished(row))
      $rows.set(rows)
      keep()
    },
  }
}
