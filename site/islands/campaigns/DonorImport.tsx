import { useStore } from '@nanostores/react'
import { type ChangeEvent, useRef } from 'react'
import { donations } from '../../lib/campaign-words.ts'
import {
  $checked,
  $isChecking,
  $isImporting,
  $isImportOpen,
  $written,
  checkFile,
  closeImport,
  importChecked,
  inOneRequest,
  writes,
} from '../../stores/campaigns/donor-import.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { DonorReport } from './DonorReport.tsx'

/** Imports donors from a CSV file: first it says what would happen, then it happens. */
export function DonorImport() {
  const isOpen = useStore($isImportOpen)
  const checked = useStore($checked)
  const isChecking = useStore($isChecking)
  const isImporting = useStore($isImporting)
  const written = useStore($written)
  const chooser = useRef<HTMLInputElement>(null)
  const count = checked === null ? 0 : writes(checked.report)

  function onChoose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) void checkFile(file)
    // Lets people choose the same file again, once they have mended it.
    currentTarget.value = ''
  }
  return (
    <Modal
      isOpen={isOpen}
      title="Import donors"
      lead="Choose a CSV file with one donation in each row. Nothing is imported until you have seen what it would do."
      isWide={checked !== null}
      isForm
      onClose={closeImport}
    >
      <p className="quiet small">
        The first row names the columns. <code>firstName</code>, <code>lastName</code>, <code>email</code>,{' '}
        <code>amount</code> in dollars and <code>createdAt</code> are needed; address, occupation, employer and payment
        id are welcome. Never include card numbers.
      </p>
      <input
        className="visually-hidden"
        ref={chooser}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={onChoose}
      />
      {checked !== null && <DonorReport name={checked.name} report={checked.report} />}
      {isImporting && count > inOneRequest && (
        <label className="import-progress">
          {`${written.toLocaleString('en-US')} of ${donations(count)} imported. Keep this page open.`}
          <progress value={written} max={count} />
        </label>
      )}
      <ModalActions leave="Cancel">
        {!isImporting && (
          <BusyButton
            className={`button button-small ${checked === null ? 'button-primary' : ''}`}
            busy="Checking..."
            isBusy={isChecking}
            onClick={() => chooser.current?.click()}
          >
            {checked === null ? 'Choose a file' : 'Choose another file'}
          </BusyButton>
        )}
        {count > 0 && (
          <BusyButton
            className="button button-small button-primary"
            busy="Importing..."
            isBusy={isImporting}
            onClick={() => void importChecked()}
          >
            {`Import ${donations(count)}`}
          </BusyButton>
        )}
      </ModalActions>
    </Modal>
  )
}
