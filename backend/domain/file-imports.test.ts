import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type FileImportEvent, fileImports } from './file-imports.ts'

const importId = '2f6b'
const done = { importId, written: 12, skipped: 0 }
const counts = { rows: 20, added: 18, changed: 0, refunded: 0, repeated: 1, refused: 1 }
const started: FileImportEvent = {
  type: 'FileImportStarted',
  data: { importId, kind: 'donations', fileHash: 'hash', mapping: [], ...counts },
}
const finished: FileImportEvent = { type: 'FileImportFinished', data: done }
const stopped: FileImportEvent = { type: 'FileImportStopped', data: done }
const undone: FileImportEvent = { type: 'FileImportUndone', data: { importId } }
const stop = { type: 'StopFileImport', data: done } as const

const rules = (...history: FileImportEvent[]) => given(fileImports, history)

describe('an import that is under way', () => {
  it('stops once', () => {
    rules(started).when(stop).then([stopped])
    rules(started, stopped).when(stop).thenNothing()
  })
  it('does not stop when it is over', () => {
    rules(started, finished).when(stop).thenNothing()
    rules(started, undone).when(stop).thenNothing()
  })
  it('is undone also when it has stopped', () =>
    rules(started, stopped).when({ type: 'UndoFileImport', data: { importId } }).then([undone]))
})
