import type { FileImportEvent } from '../domain/file-imports.ts'
import { describes, type Topic } from './topic.ts'

export const fileImports = {
  ...describes<FileImportEvent>(),
  events: {
    FileImportStarted: { item: null, audit: { isTelling: true } },
    FileImportFinished: { item: null },
    FileImportUndone: { item: null, audit: { isTelling: true } },
  },
  streams: ['file-import'],
} as const satisfies Topic<FileImportEvent>
