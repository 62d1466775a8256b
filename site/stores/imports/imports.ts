import { atom } from 'nanostores'
import type * as api from '../../../contract/imports.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { importLimits } from '../../../records/import-kinds.ts'
import { ApiError, call, callWithFile, explain } from '../../lib/api.ts'
import { importMessages } from '../../lib/import-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'
import { reloadDonations } from './donations.ts'
import { $report, showRows } from './import-rows.ts'

/** Choices of staff for the file; `mapping`: heading -> field, '' for a column to be ignored. */
type Choices = api.ImportChoices & { kind: ImportKind }
const noChoices: Choices = { kind: 'donations', isDayFirst: false, consentSource: '', consentAt: '', mapping: {} }

export const $choices = atom<Choices>(noChoices)
/** The file as this page has sent it; null: none, or it waited when the page was opened. */
export const $file = atom<{ name: string; csv: Blob } | null>(null)
export const $isChecking = atom(false)
export const $isImporting = atom(false)
export const $isUndoing = atom(false)
/** Rows written so far, and how many there will be. */
export const $progress = atom<{ written: number; total: number } | null>(null)

export const importList = createSingle<api.FileImport[], object>({
  query: {},
  failed: importMessages.listFailed,
  read: () => call<typeof api.listImports>('GET', '/api/admin/imports'),
})

/** Files that were checked and not imported. */
export const waitingList = createSingle<api.WaitingImport[], object>({
  query: {},
  failed: importMessages.listFailed,
  read: () => call<typeof api.listWaitingImports>('GET', '/api/admin/imports/waiting'),
})

const waitingFile = '/api/admin/imports/waiting/:fileId'

const close = () => {
  $file.set(null)
  $report.set(null)
}

/** Shows a report, and the rows that it speaks of. */
function show(report: api.ImportReport): void {
  $report.set(report)
  $choices.set({ ...report.choices, kind: report.kind })
  showRows(report)
  void waitingList.reload()
}

const checking = (work: () => Promise<void>) => runExclusively($isChecking, importMessages.checkFailed, work)

/** Sends the file; its rows wait at the server from then on. */
const send = () =>
  checking(async () => {
    const file = $file.get()
    if (!file) return
    const { kind, isDayFirst, mapping: _, ...rest } = $choices.get()
    const query = {
      ...rest,
      name: file.name.slice(0, 255),
      isDayFirst: isDayFirst ? ('true' as const) : ('false' as const),
    }
    show(
      await callWithFile<typeof api.checkImport>('POST', '/api/admin/imports/:kind/check', file.csv, query, { kind }),
    )
  })

export async function chooseFile(file: File): Promise<void> {
  if (file.size > importLimits.bytes) return showError(importMessages.tooLarge)
  // Ignores the type that the browser guesses.
  $file.set({ name: file.name, csv: file.slice(0, file.size, 'text/csv') })
  $report.set(null)
  $choices.set({ ...$choices.get(), mapping: {} })
  await send()
}

/** Goes on with a file that waits. */
export const open = (fileId: string) =>
  checking(async () => {
    $file.set(null)
    show(await call<typeof api.readWaitingImport>('GET', waitingFile, { params: { fileId } }))
  })

export async function discard(fileId: string): Promise<void> {
  await runExclusively($isChecking, importMessages.discardFailed, async () => {
    await call<typeof api.discardImport>('DELETE', waitingFile, { params: { fileId } })
    if ($report.get()?.id === fileId) close()
    void waitingList.reload()
  })
}

/** Another kind of file: its rows are read in another way. */
export async function chooseKind(kind: ImportKind): Promise<void> {
  const before = $report.get()
  $choices.set({ ...$choices.get(), kind, mapping: {} })
  $report.set(null)
  if (before && $file.get()) await discard(before.id)
  await send()
}

/** Checks the rows again; once more where staff chose something else in between. */
export const checkAgain = () =>
  checking(async () => {
    for (;;) {
      const report = $report.get()
      const choices = $choices.get()
      if (!report) return
      const { kind: _, ...body } = choices
      const checked = await call<typeof api.checkAgain>('PUT', waitingFile, { params: { fileId: report.id }, body })
      if ($choices.get() === choices) return show(checked)
    }
  })

/** Another choice makes another plan. */
export async function choose(change: Partial<api.ImportChoices>): Promise<void> {
  $choices.set({ ...$choices.get(), ...change })
  await checkAgain()
}

/** '' ignores the column. */
export const mapColumn = (heading: string, field: string) =>
  choose({ mapping: { ...$choices.get().mapping, [heading]: field } })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Follows an import until it is finished, or nothing was written for a while. */
async function follow({ id, added, changed, refunded }: api.FileImport): Promise<api.FileImport | null> {
  const total = added + changed + refunded
  for (let still = 0, before = -1; still < 60; still++) {
    const imports = await call<typeof api.listImports>('GET', '/api/admin/imports')
    const now = imports.find((one) => one.id === id)
    if (now?.finishedAt) return now
    if (now && now.written !== before) {
      still = 0
      before = now.written
      $progress.set({ written: now.written, total })
    }
    await pause(1000)
  }
  return null
}

/** Imports as the dry run showed. */
export async function importChecked(): Promise<void> {
  const report = $report.get()
  if (!report?.plan) return
  const { kind, plan } = report
  await runExclusively($isImporting, importMessages.importFailed, async () => {
    try {
      const started = await call<typeof api.startImport>('POST', '/api/admin/imports/:kind', {
        params: { kind },
        query: { plan },
      })
      const done = await follow(started)
      if (done === null) return showError(importMessages.interrupted)
      showToast(importMessages.imported(done.written))
      close()
      importList.reload()
      reloadDonations()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      showError(explain(importMessages.importFailed, error))
      await open(report.id)
    } finally {
      $progress.set(null)
      void waitingList.reload()
    }
  })
}

export async function undo(importId: string): Promise<void> {
  await runExclusively($isUndoing, importMessages.undoFailed, async () => {
    await call<typeof api.undoImport>('POST', '/api/admin/imports/undo/:importId', { params: { importId } })
    showToast(importMessages.undone)
    importList.reload()
    reloadDonations()
  })
}
