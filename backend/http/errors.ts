import type { FastifyReply, FastifyRequest } from 'fastify'
import { QueueFull } from '../concurrency/semaphore.ts'
import { DomainError, type DomainErrorCode } from '../domain/decider.ts'
import { isDatabaseUnavailable, isUnstorableText } from './database-errors.ts'
import { HttpProblem, sendProblem } from './problem.ts'
import { invalidInput } from './schemas.ts'

const domainStatus: Record<DomainErrorCode, number> = {
  not_found: 404,
  conflict: 409,
  forbidden: 403,
  unprocessable: 422,
}

export const problems = {
  badRequest: () => new HttpProblem(400, 'The request could not be understood.'),
  badUrl: () => new HttpProblem(400, 'The address is not valid. Please check it.'),
  urlTooLong: () => new HttpProblem(414, 'A part of the address is too long.'),
  wrongLength: () => new HttpProblem(400, 'The body does not have the length that was announced.'),
  tooLarge: () =>
    new HttpProblem(413, 'This is too large. Please send less at once.', { headers: { connection: 'close' } }),
  notAForm: () =>
    new HttpProblem(415, 'Send the fields of a form: Content-Type must be application/x-www-form-urlencoded.'),
  notAPicture: () => new HttpProblem(415, 'Send a picture: Content-Type must be image/jpeg, image/png or image/webp.'),
  notAFile: () => new HttpProblem(415, 'Send the file as it is: Content-Type must be application/octet-stream.'),
  notJson: () => new HttpProblem(415, 'Send JSON in UTF-8: Content-Type must be application/json.'),
  databaseAway: () =>
    new HttpProblem(503, 'We cannot reach our database right now. Please try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    }),
  /** Instead of 500: whoever repeats it is safe (Idempotency-Key), and details are in the log under the request's id. */
  ourFault: () =>
    new HttpProblem(503, 'Something went wrong on our side. Please try again.', { headers: { 'retry-after': '10' } }),
}

/** Fastify's own errors, by their code. */
const frameworkProblems = new Map<string, () => HttpProblem>([
  ['FST_ERR_BAD_URL', problems.badUrl],
  ['FST_ERR_MAX_PARAM_LENGTH', problems.urlTooLong],
  ['FST_ERR_CTP_BODY_TOO_LARGE', problems.tooLarge],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', problems.notJson],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', problems.wrongLength],
])

/** What is thrown anywhere becomes a status and a sentence here, and nowhere else. */
export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof QueueFull)
    return new HttpProblem(503, error.message, { headers: { 'retry-after': String(error.retryAfter) } })
  if (error instanceof DomainError) return new HttpProblem(domainStatus[error.code], error.message)
  if (!(error instanceof Error)) return problems.ourFault()
  // Told by name: this room imports neither the event log nor the photos nor the moderator.
  if (error.name === 'IdempotencyMismatch') return new HttpProblem(422, error.message)
  if (error.name === 'UnfitPicture' || error.name === 'UnfitModel') return new HttpProblem(400, error.message)
  if (error.name === 'PhotosAway') return new HttpProblem(503, error.message, { headers: { 'retry-after': '60' } })
  if (error.name === 'RevisionConflict')
    return new HttpProblem(409, 'Somebody else changed this at the same moment. Please look again and retry.')
  if (isUnstorableText(error))
    return invalidInput([{ path: 'body', message: 'Contains characters that cannot be stored.' }])
  const framework = 'code' in error && typeof error.code === 'string' ? frameworkProblems.get(error.code) : undefined
  if (framework) return framework()
  if (isDatabaseUnavailable(error)) return problems.databaseAway()
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return status >= 400 && status < 500 ? new HttpProblem(status, problems.badRequest().message) : problems.ourFault()
}

/** What to answer; logs what is ours to mend. */
export function problemOf(error: unknown, request: FastifyRequest): HttpProblem {
  // The client went away while sending: nobody reads the answer, and nothing is wrong on our side.
  const problem = request.raw.readableAborted ? problems.badRequest() : toProblem(error)
  if (problem.status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, problem.message)
  return problem
}

/** Fastify's error handler. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, problemOf(error, request))
}
