import { useStore } from '@nanostores/react'
import { type FocusEvent, type KeyboardEvent, useId, useMemo, useRef } from 'react'
import type { Field as FieldFacts } from '../../../../records/fields.ts'
import { entrySources, handEntry } from '../../../../records/hand-entry.ts'
import type { EntryTarget } from '../../../stores/admin/entry.ts'
import { entryItems } from '../../../stores/admin/entry-forms.ts'
import {
  createSheet,
  isFinished,
  repeatedRow,
  type SheetRow,
  type Sheet as SheetStore,
  sheetFields,
} from '../../../stores/admin/sheet.ts'
import { ModalActions } from '../../ui/Modal.tsx'

const factsOf = (kind: SheetStore['kind'], field: string): FieldFacts | undefined =>
  Object.entries<FieldFacts>(entryItems[kind]).find(([name]) => name === field)?.[1]

/** A clipboard of people, by keyboard alone: Enter goes on, and each row is sent when it is finished. */
export function Sheet({ target }: { target: EntryTarget }) {
  const sheet = useMemo(() => createSheet(target.kind === 'volunteers' ? 'volunteers' : 'emails', target), [target])
  const rows = useStore(sheet.$rows)
  const list = useRef<HTMLOListElement>(null)

  const cell = (row: number, field: number) =>
    list.current?.children[row]?.querySelectorAll<HTMLInputElement>('input')[field]
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, row: number, field: number): void {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      cell(row + (key === 'ArrowDown' ? 1 : -1), field)?.focus()
    }
    if (key !== 'Enter') return
    event.preventDefault()
    const isLast = field === sheetFields.length - 1
    const sent = rows[row]
    if (isLast && sent) void sheet.send(sent.key)
    cell(isLast ? row + 1 : row, isLast ? 0 : field + 1)?.focus()
  }
  /** A row is finished when the focus moves on to another one; not when a person turns to another window. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLLIElement>, row: SheetRow): void {
    const isInSheet = relatedTarget instanceof Element && list.current?.contains(relatedTarget) === true
    if (isInSheet && !currentTarget.contains(relatedTarget)) void sheet.send(row.key)
  }
  return (
    <div className="sheet">
      <How sheet={sheet} />
      <p className="quiet small">
        Enter goes to the next field, and at the end of a row it adds the person. What you type is kept in this browser
        until it is added.
      </p>
      <ol className="sheet-rows" ref={list} aria-label="People">
        {rows.map((row, at) => (
          <li className="sheet-row" key={row.key} onBlur={(event) => onBlur(event, row)}>
            {sheetFields.map((field, place) => (
              <Cell
                {...{ sheet, row, field }}
                number={at + 1}
                onKeyDown={(event) => onKeyDown(event, at, place)}
                key={field}
              />
            ))}
            <Outcome row={row} repeats={isFinished(row) ? null : repeatedRow(sheet.kind, rows, row)} />
          </li>
        ))}
      </ol>
      <Totals rows={rows} />
      <ModalActions leave="Close">
        <button className="button button-small" type="button" onClick={sheet.clearFinished}>
          Clear finished rows
        </button>
      </ModalActions>
    </div>
  )
}

/** The keyboards of phones. */
const keyboards: { [field: string]: 'email' | 'tel' | 'numeric' } = { email: 'email', phone: 'tel', zipCode: 'numeric' }

type CellProps = {
  sheet: SheetStore
  row: SheetRow
  field: string
  number: number
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

function Cell({ sheet, row, field, number, onKeyDown }: CellProps) {
  const facts = factsOf(sheet.kind, field)
  const label = facts?.label ?? field
  return (
    <input
      className="input"
      type="text"
      inputMode={keyboards[field] ?? 'text'}
      autoComplete="off"
      autoCapitalize={field === 'email' ? 'none' : 'words'}
      spellCheck={false}
      aria-label={`${label}, row ${number}`}
      aria-invalid={sheet.isMissing(row, field) || undefined}
      placeholder={label}
      value={row.values[field] ?? ''}
      readOnly={isFinished(row) || row.state === 'sending'}
      onChange={({ target }) => sheet.type(row.key, field, target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Outcome of a row, or the person who has its address already. */
function Outcome({ row, repeats }: { row: SheetRow; repeats: number | null }) {
  const { state, note, hint } = row
  const words = note || [repeats !== null && `Same person as in row ${repeats}`, hint].filter(Boolean).join('. ')
  return (
    <p className={`sheet-outcome sheet-${state}`} role="status">
      {words}
    </p>
  )
}

function How({ sheet }: { sheet: SheetStore }) {
  const { entrySource = '', entryDay = '', entryNote = '' } = useStore(sheet.$how)
  const id = useId()
  return (
    <div className="form-row">
      <div className="field">
        <label htmlFor={`${id}-source`}>How do you know them?</label>
        <select
          className="input"
          id={`${id}-source`}
          value={entrySource}
          onChange={({ target }) => sheet.say('entrySource', target.value)}
        >
          <option value="">Choose one</option>
          {entrySources.map((source) => (
            <option value={source} key={source}>
              {source.charAt(0).toUpperCase() + source.slice(1)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-day`}>{handEntry.entryDay.label}</label>
        <input
          className="input"
          type="date"
          id={`${id}-day`}
          value={entryDay}
          onChange={({ target }) => sheet.say('entryDay', target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-note`}>{handEntry.entryNote.label}</label>
        <input
          className="input"
          type="text"
          id={`${id}-note`}
          maxLength={handEntry.entryNote.max}
          value={entryNote}
          onChange={({ target }) => sheet.say('entryNote', target.value)}
        />
      </div>
    </div>
  )
}

function Totals({ rows }: { rows: readonly SheetRow[] }) {
  const count = (state: SheetRow['state']) => rows.filter((row) => row.state === state).length
  return (
    <p className="small">
      {count('added')} added, {count('known')} already there, {count('refused')} to check.
    </p>
  )
}
