/** Classifies errors of pg, knex and their sockets by what the caller can do about them. */

/** Error codes of Node sockets and DNS. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * SQLSTATE classes and codes of temporary errors, which pass with time or after an operator acts: connection (08),
 * resources such as a full disk (53), operator intervention such as a restart (57), system errors (58), lost races
 * (40), locks (55), a standby (25006). Source: PostgreSQL 18, Appendix A.
 */
const temporaryStates = /^(08|40|53|55|57|58)|^25006$/

/** Messages of pg, its pool and knex that come without a code. */
const connectionMessages =
  /connection terminated|timeout exceeded when trying to connect|timeout acquiring a connection|connection error and is not queryable|cannot use a pool after calling end|unable to acquire a connection|aborted pool/i

/** U+0000 and lone surrogates, which Postgres cannot store in text. */
const unstorableText = new Set(['22021', '22P05'])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** The statement failed on the server: its message may quote values, so it must not be logged. */
export const isStatementError = (error: Error): boolean => 'severity' in error && codeOf(error).length === 5

/** The database is down, full or busy: the same request may succeed later. */
export function isDatabaseUnavailable(error: Error): boolean {
  const code = codeOf(error)
  return (
    socketCodes.has(code) ||
    (code.length === 5 && temporaryStates.test(code)) ||
    error.name === 'KnexTimeoutError' ||
    connectionMessages.test(error.message)
  )
}

/** The request contained text that cannot be stored. */
export const isUnstorableText = (error: Error): boolean => unstorableText.has(codeOf(error))
