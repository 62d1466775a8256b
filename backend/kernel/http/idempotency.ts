import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdempotencyAnswers } from './idempotency-answers.ts'
import { fingerprintOf } from './idempotency-key.ts'
import { HttpProblem } from './problem.ts'

/**
 * Runs once the body is parsed: replays the first answer, throws 422 for a different request with the same key, or
 * returns undefined.
 */
export async function replayAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answers: IdempotencyAnswers,
): Promise<FastifyReply | undefined> {
  const { idempotency } = request
  if (!idempotency) return
  idempotency.fingerprint = fingerprintOf(request, idempotency.key)
  if (request.routeOptions.config.keepAnswer === false) return
  const kept = await answers.find(idempotency)
  if (!kept) return
  if (kept.fingerprint !== idempotency.fingerprint)
    throw new HttpProblem(422, 'This Idempotency-Key was already used for a different request. Send a new key.')
  const body = kept.body()
  if (body === null) {
    request.log.error('A stored answer could not be decrypted; handling the request again.')
    return
  }
  request.idempotency = null
  reply.code(kept.status).header('idempotent-replayed', 'true')
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body)
}

/**
 * Marks a response that the log repeats, or else stores a successful one without delaying it: if the request is
 * repeated at another process before it is stored, that process finds its event ids in the log and answers from them.
 * For the same reason a failure is only logged.
 */
export function keepAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  answers: IdempotencyAnswers,
): void {
  const { idempotency } = request
  if (idempotency?.isRepeated) reply.header('idempotent-replayed', 'true')
  if (!idempotency?.fingerprint || request.routeOptions.config.keepAnswer === false) return
  if (reply.statusCode < 200 || reply.statusCode > 299 || reply.hasHeader('set-cookie')) return
  const body = payload ?? ''
  if (typeof body !== 'string') return
  answers.keep(idempotency, reply.statusCode, body).catch((error: unknown) => {
    request.log.warn({ err: error }, 'The answer could not be stored for idempotent replay.')
  })
}
