import pg from 'pg'

/**
 * True when the server went away or was unreachable, as opposed to an error in the statement itself. The statement may
 * or may not have taken effect. SQLSTATE 08: connection exception; 57P: shutdown, crash, starting up.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return 'syscall' in error || error instanceof AggregateError || lostMessages.test(error.message)
}

// The driver’s own errors have no code.
const lostMessages = /^(Connection terminated|timeout exceeded when trying|Client has encountered a connection error)/
