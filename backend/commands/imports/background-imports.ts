import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { plainHeading } from '../../../records/kept-columns.ts'
import { fileImportStream, fileImports } from '../../domain/file-imports.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import type { Holds } from '../held-rights.ts'
import { runImport, undoRows } from './import-runs.ts'
import type { BatchTools } from './row-batches.ts'
import type { WaitingFile, WaitingFiles } from './waiting-files.ts'

const maxWait = 2000 // ms

/** Imports and undoes that go on after the answer, one at a time. */
export function createBackgroundImports({
  waiting,
  waitForTables,
  holds,
  ...tools
}: BatchTools & { waiting: WaitingFiles; waitForTables(): Promise<void>; holds: Holds }) {
  const { handle } = tools
  let running: Promise<void> | null = null
  let importing: string | null = null
  let isClosing = false

  function inBackground({ log }: FastifyRequest, work: () => Promise<void>): void {
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'An import was interrupted.'))
      .finally(() => {
        running = null
        importing = null
      })
  }

  /** Takes back what the rows of an undone import did, once all of it is in the read tables. */
  async function takeBack(importId: string, context: CommandContext): Promise<void> {
    await waitForTables()
    await undoRows(importId, context, tools, () => isClosing)
  }

  async function started(file: WaitingFile, context: CommandContext) {
    const { rows, added, changed, refunded, repeated, refused } = await waiting.counts(file.id)
    const mapping = Object.entries(file.choices.mapping).map(([heading, field]) => ({
      // Compatibility forms make it longer: one sign can stand for eighteen letters.
      heading: [...plainHeading(heading)].slice(0, 200).join(''),
      field,
    }))
    const data = {
      importId: context.commandId,
      kind: file.kind,
      fileHash: file.fileHash,
      ...{ rows, added, changed, refunded, repeated, refused },
      ...(file.head.platform !== null && { platform: file.head.platform }),
      mapping,
    }
    return handle(fileImports, fileImportStream(data.importId), { type: 'ImportFile', data }, context)
  }

  async function run(file: WaitingFile, cause: Recorded, context: CommandContext): Promise<void> {
    const importId = context.commandId
    let isHeld = true
    async function mayGoOn(): Promise<boolean> {
      if ('id' in context.actor) isHeld = await holds(context.actor, 'imports')
      return isHeld
    }
    const goesOn = { isStopped: () => isClosing, mayGoOn }
    const done = await runImport(file, { importId, context, started: cause }, { ...tools, waiting }, goesOn)
    if (isClosing) return
    const ending = { type: isHeld ? 'FinishFileImport' : 'StopFileImport', data: { importId, ...done } } as const
    const finishing = systemContext({ commandId: `${importId} finish`, cause })
    const { position } = await handle(fileImports, fileImportStream(importId), ending, finishing)
    // Another person goes on with the rows that are left.
    if (isHeld) await waiting.remove(file.id)
    // Another process has undone it in the meantime, and cannot know the rows that were still to come.
    if (position === null) await takeBack(importId, context)
  }

  return {
    isImporting: (fileId: string) => importing === fileId,
    /** Waits a moment: lists show the last row before the import that wrote it is over. */
    async requireIdle(): Promise<void> {
      if (running !== null) await Promise.race([running, delay(maxWait, undefined, { ref: false })])
      if (running !== null)
        throw new DomainError('conflict', 'Another import is still running. Wait until it is finished, then try again.')
    },
    /** Imports a file as its check said. */
    async start(file: WaitingFile, context: CommandContext, request: FastifyRequest): Promise<Recorded[]> {
      const { events, isReplay } = await started(file, context)
      const [cause] = events
      if (cause && !isReplay) {
        importing = file.id
        inBackground(request, () => run(file, cause, context))
      }
      return events
    },
    async undo(importId: string, context: CommandContext, request: FastifyRequest): Promise<Recorded[]> {
      const command = { type: 'UndoFileImport', data: { importId } } as const
      const { events } = await handle(fileImports, fileImportStream(importId), command, context)
      inBackground(request, () => takeBack(importId, context))
      return events
    },
    async close(): Promise<void> {
      isClosing = true
      await running
    },
  }
}
