import type { ImportKind } from '../../records/import-kinds.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'

/** `fileHash`: SHA-256 of the file. The numbers are of its rows. */
type ImportedFile = {
  importId: string
  kind: ImportKind
  fileHash: string
  rows: number
  added: number
  changed: number
  refunded: number
  repeated: number
  refused: number
  /** Who wrote the file, as its headings tell; absent: unknown. */
  platform?: string | undefined
  /** Headings that staff mapped by hand, for the next file; '' for a column to be ignored. */
  mapping: { heading: string; field: string }[]
}
/** `written`: rows that became events. `skipped`: those about which something else was decided in the meantime. */
type Outcome = { importId: string; written: number; skipped: number }

export type FileImportCommand =
  | Fact<'ImportFile', ImportedFile>
  | Fact<'FinishFileImport' | 'StopFileImport', Outcome>
  | Fact<'UndoFileImport', { importId: string }>
/** By an admin; what the rows do follows because of it, each in a stream of its own. */
export type FileImportEvent =
  | Fact<'FileImportStarted', ImportedFile>
  | Fact<'FileImportFinished', Outcome>
  /** Before its last row: the person who started it may no longer import. */
  | Fact<'FileImportStopped', Outcome>
  | Fact<'FileImportUndone', { importId: string }>

export const fileImportStream = (importId: string) => `file-import-${importId}`

type FileImport = { status: 'unknown' | 'started' | 'finished' | 'stopped' | 'undone' }

export const fileImports: Decider<FileImport, FileImportCommand, FileImportEvent> = {
  initialState: { status: 'unknown' },
  decide(command, { status }) {
    switch (command.type) {
      case 'ImportFile':
        return status === 'unknown' ? [{ type: 'FileImportStarted', data: command.data }] : []
      case 'FinishFileImport':
        return status === 'started' ? [{ type: 'FileImportFinished', data: command.data }] : []
      case 'StopFileImport':
        return status === 'started' ? [{ type: 'FileImportStopped', data: command.data }] : []
      case 'UndoFileImport':
        // Imports of earlier releases have another stream.
        return status === 'undone' ? [] : [{ type: 'FileImportUndone', data: command.data }]
    }
  },
  evolve(_import, event) {
    switch (event.type) {
      case 'FileImportStarted':
        return { status: 'started' }
      case 'FileImportFinished':
        return { status: 'finished' }
      case 'FileImportStopped':
        return { status: 'stopped' }
      case 'FileImportUndone':
        return { status: 'undone' }
    }
  },
}
