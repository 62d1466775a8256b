import pg from 'pg'

/**
 * Whether the server went away or was not there, as against an answer about the statement itself. Whether the
 * statement took effect is then unknown. SQLSTATE 08: connection exception; 57P: shutdown, crash, starting up.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return 'syscall' in error || error instanceof AggregateError || lostMessages.test(error.message)
}

// What the driver says itself carries no code.
const lostMessages = /^(Connection terminated|timeout exceeded when trying|Client has encountered a connection error)/
