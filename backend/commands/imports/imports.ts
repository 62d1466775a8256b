import type { FastifyInstance, FastifyRequest } from 'fastify'
import { startImport, undoImport } from '../../../contract/imports.ts'
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { importWith } from '../../read-model/imports.ts'
import type { Holds } from '../held-rights.ts'
import { createBackgroundImports } from './background-imports.ts'
import { createImportChecks } from './import-checks.ts'
import { paceBeside } from './import-pace.ts'
import { type BatchTools, sharingTools } from './row-batches.ts'
import { createWaitingFiles } from './waiting-files.ts'
import { waitingImportRoutes } from './waiting-imports.ts'
import type { ImportBox } from './waiting-rows.ts'

export async function importCommands(
  app: FastifyInstance,
  {
    waitForProjection,
    importBox,
    holds,
    ...tools
  }: BatchTools & { waitForProjection: WaitForProjection; importBox: ImportBox; holds: Holds },
): Promise<void> {
  const { knex } = tools
  const waiting = createWaitingFiles({ knex, box: importBox })
  const checks = createImportChecks(sharingTools(tools), { waiting, waitForTables })
  const background = createBackgroundImports({ ...tools, waiting, waitForTables, holds })
  app.addHook('onClose', background.close)
  const oneFile = createSemaphore({
    running: 1,
    waiting: 4,
    whenFull: 'Other files are still being checked. Please try again in a moment.',
  })

  /**
   * A plan compares a file with the read tables, which must show all rows that an import has written, such as one that was
   * interrupted a moment ago.
   */
  async function waitForTables(): Promise<void> {
    const head = await tools.log.head()
    for (let tries = 0; head !== null && !(await tools.reached(head)); tries += 1)
      if (tries === 10)
        throw new HttpProblem(503, 'The lists are still being updated. Please try again in a moment.', {
          headers: { 'retry-after': '2' },
        })
  }

  async function shown(importId: string, request: FastifyRequest, started: Recorded[]) {
    await waitForProjection(started.at(-1)?.position ?? null, request)
    const found = await importWith(knex, importId)
    if (found) return found
    throw new HttpProblem(503, 'The import has started. Check the list of imports in a moment.', {
      headers: { 'retry-after': '2' },
    })
  }

  const { isImporting } = background
  waitingImportRoutes(app, { waiting, checks, pace: paceBeside(tools.others), oneFile, isImporting })

  route(app, startImport, staff('imports'), async ({ params: { kind }, query: { plan }, request }) =>
    oneFile(async () => {
      const context = commandContext(request)
      const known = await importWith(knex, context.commandId)
      if (known) return known
      await background.requireIdle()
      await waitForTables()
      await background.requireIdle()
      const events = await background.start(await waiting.take(kind, plan), context, request)
      return shown(context.commandId, request, events)
    }),
  )

  route(app, undoImport, staff('imports'), async ({ params: { importId }, request }) => {
    if (!(await importWith(knex, importId))) throw new DomainError('not_found', 'Import not found.')
    await background.requireIdle()
    return shown(importId, request, await background.undo(importId, commandContext(request), request))
  })
}
