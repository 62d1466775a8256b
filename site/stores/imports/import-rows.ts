import { atom } from 'nanostores'
import type * as api from '../../../contract/imports.ts'
import type { ImportRowStatus } from '../../../records/import-kinds.ts'
import { call, callForPage } from '../../lib/api.ts'
import { importMessages } from '../../lib/import-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createList } from '../lists/list.ts'
import { showToast } from '../toasts.ts'

export const pageSize = 50

/** Changes that importing the file would make; null: no file is open. */
export const $report = atom<api.ImportReport | null>(null)

/** `status`: '' for all rows. */
type Query = { fileId: string; status: ImportRowStatus | ''; page: number }
export type Row = api.ImportRow & { id: number }

const rowsPath = '/api/admin/imports/waiting/:fileId/rows'

/** The rows of the file that is open. */
export const rowList = createList<Row, Query>({
  query: null,
  failed: importMessages.rowsFailed,
  async read({ fileId, status, page }) {
    const query = { page: String(page), limit: String(pageSize), ...(status !== '' && { status }) }
    const { items, total } = await callForPage<typeof api.listImportRows>(rowsPath, { params: { fileId }, query })
    return { items: items.map((row) => ({ ...row, id: row.line })), total }
  },
})

/** The row that is being mended. */
export const $mending = atom<Row | null>(null)
export const $isMending = atom(false)

/** The rows of this file from now on, those that are refused first; after another check, the same page of them. */
export function showRows({ id: fileId, refused }: api.ImportReport): void {
  if (rowList.$query.get()?.fileId === fileId) void rowList.reload()
  else void rowList.show({ fileId, status: refused > 0 ? 'refused' : '', page: 1 })
}

/** Sends the cells of a row that were changed. Resolves to true when it is refused no more; else it shows why. */
export async function mend(row: Row, cells: { place: number; text: string }[]): Promise<boolean> {
  const fileId = $report.get()?.id
  if (fileId === undefined) return false
  let isMended = false
  await runExclusively($isMending, importMessages.mendFailed, async () => {
    const answer = await call<typeof api.mendImportRow>('PUT', `${rowsPath}/:line`, {
      params: { fileId, line: row.line },
      body: { cells },
    })
    $report.set(answer.report)
    void rowList.reload()
    isMended = answer.row.status !== 'refused'
    if (isMended) showToast(importMessages.mended(row.line))
    else $mending.set({ ...answer.row, id: row.line })
  })
  return isMended
}
