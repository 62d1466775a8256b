import type { FileImportEvent } from '../domain/file-imports.ts'
import { describes, generated, type Topic } from './topic.ts'

export const fileImports = {
  ...describes<FileImportEvent>(),
  events: {
    FileImportStarted: {
      item: null,
      impersonal: {
        ...generated('importId', 'fileHash'),
        platform: 'One of the platforms that we know.',
        mapping: 'Headings of columns, never cells.',
      },
      audit: { isTelling: true },
    },
    FileImportFinished: { item: null, impersonal: generated('importId') },
    FileImportStopped: {
      item: null,
      impersonal: generated('importId'),
      audit: { isIncident: true, isTelling: true },
    },
    FileImportUndone: { item: null, impersonal: generated('importId'), audit: { isTelling: true } },
  },
  streams: ['file-import'],
} as const satisfies Topic<FileImportEvent>
