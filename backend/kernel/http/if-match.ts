import type { FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

/** The revision that the client saw, from `If-Match: "7"`; null without the header: the last write wins. */
export function expectedRevision({ headers }: FastifyRequest): number | null {
  const sent = headers['if-match']
  if (sent === undefined || sent === '*') return null
  const [, digits] = /^"(\d{1,9})"$/.exec(sent) ?? []
  if (digits === undefined) throw new HttpProblem(400, 'If-Match must be a revision in quotes, such as "7".')
  return Number(digits)
}
