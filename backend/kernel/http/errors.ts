import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorNames } from '../../../records/http/error-names.ts'
import { QueueFull } from '../concurrency/semaphore.ts'
import { DomainError, type DomainErrorCode, NewerEvent } from '../eventlog/decider.ts'
import { isDatabaseUnavailable, isUnstorableText } from './database-errors.ts'
import { HttpProblem, sendProblem } from './problem.ts'
import { invalidInput } from './schemas.ts'

const domainStatus: Record<DomainErrorCode, number> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  forbidden: 403,
  unprocessable: 422,
}

export const problems = {
  badRequest: () => new HttpProblem(400, 'The request could not be understood.'),
  badUrl: () => new HttpProblem(400, 'The address is not valid. Please check it.'),
  urlTooLong: () => new HttpProblem(414, 'A part of the address is too long.'),
  wrongLength: () => new HttpProblem(400, 'The body does not match its Content-Length.'),
  tooLarge: () =>
    new HttpProblem(413, 'This is too large. Please send something smaller.', { headers: { connection: 'close' } }),
  notAForm: () => new HttpProblem(415, 'Send form fields: Content-Type must be application/x-www-form-urlencoded.'),
  notAPicture: () => new HttpProblem(415, 'Send an image: Content-Type must be image/jpeg, image/png or image/webp.'),
  notCsv: () => new HttpProblem(415, 'Send a CSV file: Content-Type must be text/csv.'),
  notAFile: () => new HttpProblem(415, 'Send the raw file: Content-Type must be application/octet-stream.'),
  notJson: () => new HttpProblem(415, 'Send JSON in UTF-8: Content-Type must be application/json.'),
  databaseAway: () =>
    new HttpProblem(503, 'We cannot reach our database right now. Please try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    }),
  /** While one process after another is upgraded, the next one to be asked may know it. */
  newerEvent: ({ type }: NewerEvent) =>
    new HttpProblem(503, `A newer release of this site has changed this (${type}). Please try again in a moment.`, {
      headers: { 'retry-after': '5' },
    }),
  /**
   * Sent in place of 500: repeating the request is safe (Idempotency-Key), and the log has the details under the
   * request id.
   */
  ourFault: () =>
    new HttpProblem(503, 'Something went wrong on our side. Please try again.', { headers: { 'retry-after': '10' } }),
}

/** Errors of Fastify, by code. */
const frameworkProblems = new Map<string, () => HttpProblem>([
  ['FST_ERR_BAD_URL', problems.badUrl],
  ['FST_ERR_MAX_PARAM_LENGTH', problems.urlTooLong],
  ['FST_ERR_CTP_BODY_TOO_LARGE', problems.tooLarge],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', problems.notJson],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', problems.wrongLength],
])

/** Maps every thrown error to a status and a sentence; the only place that does. */
export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof QueueFull)
    return new HttpProblem(503, error.message, { headers: { 'retry-after': String(error.retryAfter) } })
  if (error instanceof DomainError) return new HttpProblem(domainStatus[error.code], error.message)
  if (error instanceof NewerEvent) return problems.newerEvent(error)
  if (!(error instanceof Error)) return problems.ourFault()
  // Recognized by name, because this room imports neither the event log nor the photos nor the moderator.
  if (error.name === errorNames.idempotencyMismatch) return new HttpProblem(422, error.message)
  if (error.name === errorNames.invalidPhoto || error.name === errorNames.invalidModel)
    return new HttpProblem(400, error.message)
  if (error.name === errorNames.photosUnavailable)
    return new HttpProblem(503, error.message, { headers: { 'retry-after': '60' } })
  if (error.name === errorNames.logUnavailable) return problems.databaseAway()
  if (error.name === errorNames.appendTooLarge) return new HttpProblem(413, error.message)
  if (error.name === errorNames.revisionConflict)
    return new HttpProblem(409, 'Someone else changed this at the same time. Please reload and try again.')
  if (isUnstorableText(error))
    return invalidInput([{ path: 'body', message: 'Contains characters that cannot be stored.' }])
  const framework = 'code' in error && typeof error.code === 'string' ? frameworkProblems.get(error.code) : undefined
  if (framework) return framework()
  if (isDatabaseUnavailable(error)) return problems.databaseAway()
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return status >= 400 && status < 500 ? new HttpProblem(status, problems.badRequest().message) : problems.ourFault()
}

/** The problem to answer with; logs errors on our side. */
export function problemOf(error: unknown, request: FastifyRequest): HttpProblem {
  // The client disconnected while sending: no client reads the response, and nothing is wrong on our side.
  const problem = request.raw.readableAborted ? problems.badRequest() : toProblem(error)
  if (problem.status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, problem.message)
  return problem
}

/** Fastify's error handler. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, problemOf(error, request))
}
