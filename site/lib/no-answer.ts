import { ConnectionError } from './api.ts'
import { messages } from './messages.ts'

/** What a form says when a call failed without a sentence of the server: only those who are offline are told that they are. */
export const noAnswer = (error: unknown): string =>
  error instanceof ConnectionError && error.isOffline ? messages.form.offline : messages.form.unreachable
