const tryAgain = 'Please try again.'

export const importMessages = {
  checkFailed: { title: 'Error checking the file', description: tryAgain },
  tooLarge: { title: 'Error checking the file', description: 'Files can be up to 10 MB.' },
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
