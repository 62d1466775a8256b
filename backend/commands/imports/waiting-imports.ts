import type { FastifyInstance } from 'fastify'
import {
  checkAgain,
  checkImport,
  discardImport,
  listImportRows,
  listWaitingImports,
  mendImportRow,
  readWaitingImport,
} from '../../../contract/imports.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { route, staff } from '../../kernel/http/route.ts'
import type { ImportChecks } from './import-checks.ts'
import type { ImportPace } from './import-pace.ts'
import type { WaitingFiles } from './waiting-files.ts'

/** Files that were checked. `oneFile`: one after the other. `isImporting`: then nothing about a file may change. */
export function waitingImportRoutes(
  app: FastifyInstance,
  {
    waiting,
    checks,
    pace,
    oneFile,
    isImporting,
  }: {
    waiting: WaitingFiles
    checks: ImportChecks
    pace: ImportPace
    oneFile<Answer>(work: () => Promise<Answer>): Promise<Answer>
    isImporting(fileId: string): boolean
  },
): void {
  const changing = <Answer>(fileId: string, change: () => Promise<Answer>): Promise<Answer> =>
    oneFile(async () => {
      if (isImporting(fileId)) throw new DomainError('conflict', 'This file is being imported.')
      return change()
    })

  route(app, checkImport, { ...staff('imports'), takesFile: 'csv' }, async ({ params: { kind }, query, request }) =>
    oneFile(async () => {
      const { name, ...choices } = query
      const file = request.body
      // Work that goes on keeps the request, but not the file.
      request.body = undefined
      return checks.add({ kind, name, choices, file }, pace)
    }),
  )

  route(app, listWaitingImports, staff('imports'), async () => waiting.all())

  route(app, readWaitingImport, staff('imports'), async ({ params: { fileId } }) => checks.read(fileId))

  route(app, checkAgain, { ...staff('imports'), keepAnswer: false }, async ({ params: { fileId }, body }) =>
    changing(fileId, () => checks.again(fileId, body)),
  )

  route(app, discardImport, staff('imports'), async ({ params: { fileId } }) =>
    changing(fileId, async () => {
      await waiting.find(fileId)
      await waiting.remove(fileId)
    }),
  )

  route(app, listImportRows, staff('imports'), async ({ params: { fileId }, query, reply }) => {
    await waiting.find(fileId)
    const { items, total } = await waiting.rows(fileId, query)
    reply.header('x-total-count', total)
    return items
  })

  route(
    app,
    mendImportRow,
    { ...staff('imports'), keepAnswer: false },
    async ({ params: { fileId, line }, body: { cells } }) =>
      changing(fileId, async () => {
        const report = await checks.mend(fileId, line, cells)
        const { items } = await waiting.rows(fileId, { line, page: 1, limit: 1 })
        const [row] = items
        if (!row) throw new DomainError('not_found', 'This file has no row in this line.')
        return { row, report }
      }),
  )
}
