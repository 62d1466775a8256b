import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkImport, startImport, undoImport } from '../../../contract/imports.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { fileImportStream, fileImports } from '../../domain/file-imports.ts'
import { plainHeading } from '../../domain/imports/headings.ts'
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { importWith, rememberedMapping } from '../../read-model/imports.ts'
import { createImportFileReader } from './import-file-reader.ts'
import { isField } from './import-files.ts'
import { paceBeside } from './import-pace.ts'
import { planFile, runImport, undoRows } from './import-runs.ts'
import { noRows } from './planned-rows.ts'
import { type BatchTools, sharingTools } from './row-batches.ts'

type Query = { mapping: { [heading: string]: string }; isDayFirst: boolean; consentSource: string; consentAt: string }

const files = createImportFileReader()
const maxWait = 2000 // ms

export async function importCommands(
  app: FastifyInstance,
  { waitForProjection, ...tools }: BatchTools & { waitForProjection: WaitForProjection },
): Promise<void> {
  const { knex, handle } = tools
  const planningTools = sharingTools(tools)
  const pace = paceBeside(tools.others)
  const oneFile = createSemaphore({
    running: 1,
    waiting: 4,
    whenFull: 'Other files are still being checked. Please try again in a moment.',
  })
  let running: Promise<void> | null = null
  let isClosing = false
  app.addHook('onClose', async () => {
    isClosing = true
    await running
  })

  /** Goes on after the answer; one import or undo at a time. */
  function inBackground({ log }: FastifyRequest, work: () => Promise<void>): void {
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'An import was interrupted.'))
      .finally(() => {
        running = null
      })
  }
  /** Waits a moment: lists show the last row before the import that wrote it is over. */
  async function requireIdle(): Promise<void> {
    if (running !== null) await Promise.race([running, delay(maxWait, undefined, { ref: false })])
    if (running !== null)
      throw new DomainError('conflict', 'Another import is still running. Wait until it is finished, then try again.')
  }

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

  /** Takes back what the rows of an undone import did, once all of it is in the read tables. */
  async function takeBack(importId: string, context: CommandContext): Promise<void> {
    await waitForTables()
    await undoRows(importId, context, tools, () => isClosing)
  }

  async function readFile(kind: ImportKind, { mapping, isDayFirst, consentSource, consentAt }: Query, body: unknown) {
    if (!(body instanceof Uint8Array)) throw new HttpProblem(400, 'Choose a CSV file first.')
    for (const field of Object.values(mapping))
      if (field !== '' && !isField(kind, field))
        throw new DomainError('invalid', 'Choose what a column is from the list for this kind of file.')
    const remembered = await rememberedMapping(knex, kind)
    const chosen = Object.entries(mapping)
    const options = { kind, chosen, remembered, isDayFirst, consentSource, consentAt, now: Date.now() }
    return files.read(body, options, pace)
  }

  async function shown(importId: string, request: FastifyRequest, started: Recorded[]) {
    await waitForProjection(started.at(-1)?.position ?? null, request)
    const found = await importWith(knex, importId)
    if (found) return found
    throw new HttpProblem(503, 'The import has started. Check the list of imports in a moment.', {
      headers: { 'retry-after': '2' },
    })
  }

  route(app, checkImport, { policy: 'admin', takesFile: 'csv' }, async ({ params: { kind }, query, request }) =>
    oneFile(async () => {
      const read = await readFile(kind, query, request.body)
      if (read.head.missing.length > 0) return { plan: null, ...read.head, ...noRows() }
      await waitForTables()
      const { plan, counts } = await planFile(kind, read, planningTools, pace)
      return { plan, ...read.head, ...counts }
    }),
  )

  route(app, startImport, { policy: 'admin', takesFile: 'csv' }, async ({ params: { kind }, query, request }) =>
    oneFile(async () => {
      const context = commandContext(request)
      const importId = context.commandId
      const known = await importWith(knex, importId)
      if (known) return known
      await requireIdle()
      const read = await readFile(kind, query, request.body)
      // Work that goes on after the answer keeps the request, but not the file.
      request.body = undefined
      await waitForTables()
      const { plan, counts } = await planFile(kind, read, planningTools, pace)
      if (query.plan !== plan)
        throw new DomainError('conflict', 'Something has changed since this file was checked. Check it again.')
      await requireIdle()
      const { rows, added, changed, refunded, repeated, refused } = counts
      const mapping = Object.entries(query.mapping).map(([heading, field]) => ({
        // Compatibility forms make it longer: one sign can stand for eighteen letters.
        heading: [...plainHeading(heading)].slice(0, 200).join(''),
        field,
      }))
      const data = {
        importId,
        kind,
        fileHash: read.fileHash,
        rows,
        added,
        changed,
        refunded,
        repeated,
        refused,
        ...(read.head.platform !== null && { platform: read.head.platform }),
        mapping,
      }
      const { events, isReplay } = await handle(
        fileImports,
        fileImportStream(importId),
        { type: 'ImportFile', data },
        context,
      )
      const [started] = events
      if (started && !isReplay)
        inBackground(request, async () => {
          const { parts, sharedIds, refundKeys } = read
          const file = { importId, context, parts, sharedIds, refundKeys }
          const done = await runImport(kind, started, file, tools, () => isClosing)
          if (isClosing) return
          const finish = { type: 'FinishFileImport', data: { importId, ...done } } as const
          const { position } = await handle(
            fileImports,
            fileImportStream(importId),
            finish,
            systemContext({ commandId: `${importId} finish`, cause: started }),
          )
          // Another process has undone it in the meantime, and cannot know the rows that were still to come.
          if (position === null) await takeBack(importId, context)
        })
      return shown(importId, request, events)
    }),
  )

  route(app, undoImport, { policy: 'admin' }, async ({ params: { importId }, request }) => {
    if (!(await importWith(knex, importId))) throw new DomainError('not_found', 'Import not found.')
    await requireIdle()
    const context = commandContext(request)
    const command = { type: 'UndoFileImport', data: { importId } } as const
    const { events } = await handle(fileImports, fileImportStream(importId), command, context)
    inBackground(request, () => takeBack(importId, context))
    return shown(importId, request, events)
  })
}
