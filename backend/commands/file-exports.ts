import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ExportCommand, exportStream, exports } from '../domain/exports.ts'
import { repeatableId } from '../http/command-context.ts'
import { fileStream, type StreamLimits } from '../http/file-stream.ts'
import { HttpProblem } from '../http/problem.ts'
import type { Execute } from './command.ts'

/** Each may hold a connection to the database while it is sent. */
const mostExports = 2

type FileExport = {
  /** The fact to record before the first byte is sent. */
  command(exportId: string): ExportCommand
  /** Without its ending, which is the format. */
  name: string
  format: string
  /** The media type. */
  type: string
  content: AsyncIterable<string>
}

/** Sends files with people in them: at most two at a time, others get 503, and each is recorded as an action. */
export function createFileExports({
  execute,
  fileLimits,
}: {
  execute: Execute
  fileLimits?: StreamLimits | undefined
}): (request: FastifyRequest, reply: FastifyReply, file: FileExport) => Promise<Readable> {
  let running = 0
  return async (request, reply, { command, name, format, type, content }) => {
    if (running >= mostExports)
      throw new HttpProblem(503, 'Other exports are still running. Please try again in a minute.', {
        headers: { 'retry-after': '60' },
      })
    running++
    try {
      const exportId = repeatableId(request, 'export')
      await execute(request, exports, exportStream(exportId), command(exportId), { isNew: true })
      const file = fileStream(content, fileLimits)
      file.once('close', () => running--)
      reply.type(type).header('content-disposition', `attachment; filename="${name}.${format}"`)
      return file
    } catch (error) {
      running--
      throw error
    }
  }
}
