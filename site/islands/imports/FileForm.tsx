import { useStore } from '@nanostores/react'
import { type ChangeEvent, useRef } from 'react'
import { type ImportKind, importKinds } from '../../../records/import-kinds.ts'
import { $report } from '../../stores/imports/import-rows.ts'
import {
  $choices,
  $file,
  $isChecking,
  $isImporting,
  $progress,
  checkAgain,
  choose,
  chooseFile,
  chooseKind,
  importChecked,
} from '../../stores/imports/imports.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ReportRows } from './ReportRows.tsx'

export const kindNames: { [Kind in ImportKind]: string } = {
  donations: 'Donations',
  'email-signups': 'Email sign-ups',
  volunteers: 'Volunteers',
  'opt-outs': 'People who don’t want email',
}

const leads: { [Kind in ImportKind]: string } = {
  donations: 'One gift in each row. A negative amount or an amount refunded is a refund. Never include card numbers.',
  'email-signups': 'Say where these people agreed to get email. People who unsubscribed are left out.',
  volunteers: 'One person in each row. Say where they agreed. People who unsubscribed are left out.',
  'opt-outs':
    'Import these first. They won’t get campaign email, even if we don’t know them yet. Nothing but addresses will do.',
}

/** Chooses a file and says what importing it would do, before it happens. */
export function FileForm() {
  const { kind, isDayFirst } = useStore($choices)
  const file = useStore($file)
  const report = useStore($report)
  const isChecking = useStore($isChecking)
  const isImporting = useStore($isImporting)
  const chooser = useRef<HTMLInputElement>(null)
  const count = report?.plan ? report.rows - report.repeated - report.refused : 0

  function onChoose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    if (chosen) void chooseFile(chosen)
    // Lets people choose the same file again, once they have mended it.
    currentTarget.value = ''
  }
  return (
    <section className="card stack" aria-labelledby="import-title" aria-busy={isChecking}>
      <h2 id="import-title">Import a file</h2>
      <div className="import-choices">
        <label>
          What’s in the file
          <select
            className="input"
            value={kind}
            // Its rows are read anew, which takes the file itself.
            disabled={isImporting || (report !== null && file === null)}
            onChange={({ currentTarget }) => {
              const chosen = importKinds.find((one) => one === currentTarget.value)
              if (chosen) void chooseKind(chosen)
            }}
          >
            {importKinds.map((one) => (
              <option value={one} key={one}>
                {kindNames[one]}
              </option>
            ))}
          </select>
        </label>
        {(kind === 'email-signups' || kind === 'volunteers') && <Consent key={report?.id} />}
        <label className="import-check">
          <input
            type="checkbox"
            checked={isDayFirst}
            disabled={isImporting}
            onChange={({ currentTarget }) => void choose({ isDayFirst: currentTarget.checked })}
          />
          The day comes first (31/12/2026)
        </label>
      </div>
      <p className="quiet small">
        {leads[kind]} CSV with commas, semicolons or tabs, from any platform or spreadsheet, up to 10 MB.
      </p>
      <input
        className="visually-hidden"
        ref={chooser}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={onChoose}
      />
      {report !== null && (
        <>
          <ImportColumns kind={kind} report={report} key={report.id} />
          {report.missing.length === 0 && <ReportRows report={report} />}
        </>
      )}
      <Progress />
      <div className="actions">
        {!isImporting && (
          <BusyButton
            className={`button button-small ${report === null ? 'button-primary' : ''}`}
            busy="Checking..."
            isBusy={isChecking}
            onClick={() => chooser.current?.click()}
          >
            {report === null ? 'Choose a file' : 'Choose another file'}
          </BusyButton>
        )}
        {report !== null && report.missing.length === 0 && !isImporting && (
          <BusyButton
            className="button button-small"
            busy="Checking..."
            isBusy={isChecking}
            onClick={() => void checkAgain()}
          >
            Check again
          </BusyButton>
        )}
        {count > 0 && (
          <BusyButton
            className="button button-small button-primary"
            busy="Importing..."
            isBusy={isImporting}
            onClick={() => void importChecked()}
          >
            {`Import ${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`}
          </BusyButton>
        )}
      </div>
    </section>
  )
}

function Consent() {
  const { consentSource, consentAt } = useStore($choices)
  return (
    <>
      <label>
        Where they agreed
        <input
          className="input"
          defaultValue={consentSource}
          maxLength={255}
          placeholder="County fair, sign-up sheet"
          onBlur={({ currentTarget }) => void choose({ consentSource: currentTarget.value })}
        />
      </label>
      <label>
        When they agreed
        <input
          className="input"
          type="date"
          defaultValue={consentAt}
          onBlur={({ currentTarget }) => void choose({ consentAt: currentTarget.value })}
        />
      </label>
    </>
  )
}

function Progress() {
  const progress = useStore($progress)
  if (progress === null) return null
  const { written, total } = progress
  return (
    <label className="import-progress">
      {`${written.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows imported. The import continues if you leave this page.`}
      <progress value={written} max={total} />
    </label>
  )
}
