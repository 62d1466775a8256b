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

/** Choices of staff for the file; `mapping`: heading -> field, '' for a column to be ignored. */
export type ImportChoices = {
  kind: ImportKind
  isDayFirst: boolean
  consentSource: string
  consentAt: string
  mapping: { [heading: string]: string }
}
const noChoices: ImportChoices = {
  kind: 'donations',
  isDayFirst: false,
  consentSource: '',
  consentAt: '',
  mapping: {},
}

export const $choices = atom<ImportChoices>(noChoices)
export const $file = atom<{ name: string; csv: Blob } | null>(null)
/** Changes that importing the file would make; null: not checked, or the choices changed since. */
export const $report = atom<api.ImportReport | null>(null)
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

const queryOf = ({ kind: _, isDayFirst, mapping, ...rest }: ImportChoices) => ({
  ...rest,
  isDayFirst: isDayFirst ? ('true' as const) : ('false' as const),
  ...(Object.keys(mapping).length > 0 && { mapping: JSON.stringify(mapping) }),
})

/** A dry run: shows the effect of importing the file. */
export async function check(): Promise<void> {
  const file = $file.get()
  if (!file) return
  await runExclusively($isChecking, importMessages.checkFailed, async () => {
    const choices = $choices.get()
    const report = await callWithFile<typeof api.checkImport>(
      'POST',
      '/api/admin/imports/:kind/check',
      file.csv,
      queryOf(choices),
      { kind: choices.kind },
    )
    if ($choices.get() === choices && $file.get() === file) $report.set(report)
  })
}

export async function chooseFile(file: File): Promise<void> {
  if (file.size > importLimits.bytes) return showError(importMessages.tooLarge)
  // Ignores the type that the browser guesses.
  $file.set({ name: file.name, csv: file.slice(0, file.size, 'text/csv') })
  $report.set(null)
  $choices.set({ ...$choices.get(), mapping: {} })
  await check()
}

/** Another choice makes another plan. */
export async function choose(change: Partial<ImportChoices>): Promise<void> {
  const mapping = change.kind === undefined ? $choices.get().mapping : {}
  $choices.set({ ...$choices.get(), mapping, ...change })
  if ($file.get() === null) return
  if (change.kind !== undefined) $report.set(null)
  await check()
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
  const file = $file.get()
  const plan = $report.get()?.plan
  const choices = $choices.get()
  if (!file || !plan) return
  await runExclusively($isImporting, importMessages.importFailed, async () => {
    try {
      const started = await callWithFile<typeof api.startImport>(
        'POST',
        '/api/admin/imports/:kind',
        file.csv,
        { ...queryOf(choices), plan },
        { kind: choices.kind },
      )
      const done = await follow(started)
      if (done === null) return showError(importMessages.interrupted)
      showToast(importMessages.imported(done.written))
      $file.set(null)
      $report.set(null)
      importList.reload()
      reloadDonations()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      showError(explain(importMessages.importFailed, error))
      await check()
    } finally {
      $progress.set(null)
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
