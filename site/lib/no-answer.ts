import { ConnectionError } from './api.ts'
import { messages } from './messages.ts'

/**
 * A form’s message when a call failed without a sentence from the server: only offline people are told that they are
 * offline.
 */
export const noAnswer = (error: unknown): string =>
  error instanceof ConnectionError && error.isOffline ? messages.form.offline : messages.form.unreachable
