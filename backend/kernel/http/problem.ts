import type { FastifyReply } from 'fastify'

/** Fault of one field; `path` like `address.city`, or `body` for the whole body. */
export type FieldProblem = { path: string; message: string }

type Details = {
  errors?: FieldProblem[]
  headers?: Record<string, string>
  /** More fields of the answer, for routes that promise them. */
  details?: { [field: string]: unknown }
}

/** An error response with its status; the message is one plain sentence, because the site displays it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly errors: FieldProblem[] | undefined
  readonly headers: Record<string, string>
  readonly details: { [field: string]: unknown }

  constructor(status: number, message: string, { errors, headers = {}, details = {} }: Details = {}) {
    super(message)
    this.status = status
    this.errors = errors
    this.headers = headers
    this.details = details
  }
}

/** Every error response of the server has this shape. */
export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type('application/json; charset=utf-8')
    .send({ message: problem.message, ...(problem.errors && { errors: problem.errors }), ...problem.details })
}
