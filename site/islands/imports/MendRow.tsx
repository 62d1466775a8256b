import { useStore } from '@nanostores/react'
import { type SubmitEvent, useId, useRef } from 'react'
import type { ImportColumn, ImportReport } from '../../../contract/imports.ts'
import { fieldNameOf } from '../../../records/import-fields.ts'
import { withFieldName } from '../../lib/import-messages.ts'
import { $isMending, $mending, mend, type Row } from '../../stores/imports/import-rows.ts'
import { ButtonLabels } from '../ui/ButtonLabels.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Id of the heading above the rows. */
export const rowsTitle = 'import-rows-title'

/** Mends the cells of a row that are imported, and checks it at once. */
export function MendRow({ report }: { report: ImportReport }) {
  const row = useStore($mending)
  const isMended = useRef(false)
  /** The button that opened it may leave the list with its row. */
  function finalFocus() {
    if (!isMended.current) return true
    isMended.current = false
    return document.getElementById(rowsTitle)
  }
  function onMended() {
    isMended.current = true
    $mending.set(null)
  }
  return (
    <Modal
      isOpen={row !== null}
      title={row === null ? '' : `Line ${row.line}`}
      lead="What you change here changes the import, not your file."
      isForm
      asksToDiscard
      finalFocus={finalFocus}
      onClose={() => $mending.set(null)}
    >
      {row !== null && <Cells row={row} report={report} onMended={onMended} />}
    </Modal>
  )
}

const reasonOf = ({ reasons }: Row, field: string | null) =>
  reasons.find((reason) => reason.startsWith(`${field}: `))?.slice(`${field}: `.length)

type CellsProps = { row: Row; report: ImportReport; onMended: () => void }

function Cells({ row, report: { kind, columns }, onMended }: CellsProps) {
  const isMending = useStore($isMending)
  const imported = columns.filter(({ field }) => field !== null)
  const others = row.reasons.filter((reason) => !imported.some(({ field }) => reason.startsWith(`${field}: `)))

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const cells = imported.map(({ place }) => ({ place, text: String(form.get(`cell-${place}`) ?? '') }))
    const changed = cells.filter(({ place, text }) => text !== (row.cells[place] ?? ''))
    if (await mend(row, changed.length > 0 ? changed : cells.slice(0, 1))) onMended()
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      {others.map((reason) => (
        <p className="alert" role="alert" key={reason}>
          {withFieldName(kind, reason)}
        </p>
      ))}
      {imported.map((column) => (
        <Cell
          column={column}
          label={fieldNameOf(kind, column.field ?? '')}
          text={row.cells[column.place] ?? ''}
          reason={reasonOf(row, column.field)}
          key={column.place}
        />
      ))}
      <ModalActions leave="Cancel">
        <button className="button button-small button-primary" type="submit" disabled={isMending}>
          <ButtonLabels idle="Check the row" busy="Checking..." isBusy={isMending} />
        </button>
      </ModalActions>
    </form>
  )
}

type CellProps = { column: ImportColumn; label: string; text: string; reason: string | undefined }

function Cell({ column: { place, heading }, label, text, reason }: CellProps) {
  const id = useId()
  const isLong = text.length > 60 || /[\r\n]/.test(text)
  const props = {
    id,
    className: 'input',
    dir: 'auto',
    name: `cell-${place}`,
    defaultValue: text,
    'aria-invalid': reason === undefined ? undefined : true,
    'aria-describedby': reason === undefined ? undefined : `${id}-reason`,
  } as const
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {heading !== label && <span className="field-optional">({heading || 'no heading'})</span>}
      </label>
      {isLong ? <textarea rows={3} {...props} /> : <input {...props} />}
      {reason !== undefined && (
        <p className="field-error" id={`${id}-reason`}>
          {reason}
        </p>
      )}
    </div>
  )
}
