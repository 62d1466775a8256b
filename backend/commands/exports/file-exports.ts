import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ExportCommand, exportStream, exports } from '../../domain/exports.ts'
import { repeatableId } from '../../http/command-context.ts'
import { fileStream, type StreamLimits } from '../../http/file-stream.ts'
import { HttpProblem } from '../../http/problem.ts'
import type { Execute } from '../command.ts'

/** What an export records when people are in it who said no to email. */
export const withEveryone = (people: 'willing' | 'everyone'): { everyone?: true } =>
  people === 'everyone' ? { everyone: true } : {}

type FileExport = {
  /** The fact to record before the first byte is sent. */
  command(exportId: string): ExportCommand
  /** Without its ending, which is the format. */
  name: string
  format: string
  /** The media type. */
  type: string
  content: AsyncIterable<string | Uint8Array>
}

/** Sends files: at most `most` at a time, since each may hold a connection; others get 503. Each is recorded as an action. */
export function createFileExports({
  execute,
  fileLimits,
  most = 2,
}: {
  execute: Execute
  fileLimits?: StreamLimits | undefined
  most?: number
}): (request: FastifyRequest, reply: FastifyReply, file: FileExport) => Promise<Readable> {
  let running = 0
  return async (request, reply, { command, name, format, type, content }) => {
    if (running >= most)
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
