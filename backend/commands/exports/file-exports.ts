import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNarrowed, type Narrowing } from '../../../contract/admin-lists.ts'
import { type ExportCommand, exportStream, exports } from '../../domain/exports.ts'
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { repeatableId } from '../../kernel/http/command-context.ts'
import { fileStream, type StreamLimits } from '../../kernel/http/file-stream.ts'
import type { Execute } from '../command.ts'

/** The rows of an export as its event records them: people who said no to email are among them; only those are in it that matched. */
export const rowsOf = ({
  people,
  ...query
}: Narrowing<object> & { people?: 'willing' | 'everyone' }): { everyone?: true; narrowed?: true } => ({
  ...(people === 'everyone' && { everyone: true }),
  ...(isNarrowed(query) && { narrowed: true }),
})

type FileExport = {
  /** The event to record before the first byte is sent. */
  command(exportId: string): ExportCommand
  /** Without its ending, which is the format. */
  name: string
  format: string
  /** The media type. */
  type: string
  content: AsyncIterable<string | Uint8Array>
}

/** Sends files: at most `max` at a time, since each may hold a connection; others get 503. Each is recorded as an action. */
export function createFileExports({
  execute,
  fileLimits,
  max = 2,
}: {
  execute: Execute
  fileLimits?: StreamLimits | undefined
  max?: number
}): (request: FastifyRequest, reply: FastifyReply, file: FileExport) => Promise<Readable> {
  const few = createSemaphore({
    running: max,
    waiting: 0,
    whenFull: 'Other exports are still running. Please try again in a minute.',
    retryAfter: 60,
  })
  return (request, reply, { command, name, format, type, content }) =>
    new Promise((resolve, reject) => {
      // The place is free again once the file is closed.
      few(async () => {
        const exportId = repeatableId(request, 'export')
        await execute(request, exports, exportStream(exportId), command(exportId), { isNew: true })
        const file = fileStream(content, fileLimits)
        const closed = new Promise((close) => file.once('close', close))
        reply.type(type).header('content-disposition', `attachment; filename="${name}.${format}"`)
        resolve(file)
        await closed
      }).catch(reject)
    })
}
