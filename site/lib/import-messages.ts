import type { ImportReport } from '../../contract/imports.ts'
import { fieldNameOf } from '../../records/import-fields.ts'

const tryAgain = 'Please try again.'

export const importMessages = {
  checkFailed: { title: 'Error checking the file', description: tryAgain },
  tooLarge: { title: 'Error checking the file', description: 'Files can be up to 10 MB.' },
  rowsFailed: { title: 'Error loading the rows', description: tryAgain },
  mendFailed: { title: 'Error checking the row', description: tryAgain },
  mended: (line: number) => ({ title: `Line ${line} is mended` }),
  discardFailed: { title: 'Error discarding the file', description: tryAgain },
  importFailed: { title: 'Error importing the file', description: tryAgain },
  imported: (rows: number) => ({
    title: 'File imported',
    description: `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} imported.`,
  }),
  interrupted: {
    title: 'The import stopped',
    description: 'Check the file again and import the rest. Nothing is imported twice.',
  },
  undoFailed: { title: 'Error undoing the import', description: tryAgain },
  undone: { title: 'Undoing the import', description: 'Its changes will be undone within a minute.' },
  listFailed: { title: 'Error loading imports', description: tryAgain },
  donorsFailed: { title: 'Error loading donors', description: tryAgain },
  donationsFailed: { title: 'Error loading donations', description: tryAgain },
} as const

/** 'createdAt: Use a day' with the name of the field, and 'column 7: Use at most …' with the heading of the column. */
export const withFieldName = ({ kind, columns }: Pick<ImportReport, 'kind' | 'columns'>, reason: string): string =>
  reason.replace(/^[a-z]\w*(?: (\d+))?(?=: )/i, (field, number) =>
    number === undefined
      ? fieldNameOf(kind, field)
      : (columns.find(({ place }) => place === Number(number))?.heading ?? field),
  )
