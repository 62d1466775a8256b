import {
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { AppendTooLarge, type Expected, type NewEvent, StreamDeleted, sizeOf } from '../event-log.ts'
import { createAppendCalls } from './append-calls.ts'
import type { Asking } from './asking.ts'
import type { LogIdentityCheck } from './log-identity.ts'
import type { StreamNames } from './stream-names.ts'
import type { Written } from './writer.ts'

const appends = new WeakMap<EventStoreDBClient, ReturnType<typeof createAppendCalls>>()

function appendOver(client: EventStoreDBClient) {
  const known = appends.get(client) ?? createAppendCalls(client)
  appends.set(client, known)
  return known
}

/** Appends to the log that was recognized. */
export const createWrite =
  (asking: Asking, names: StreamNames, identityCheck: LogIdentityCheck) =>
  async (stream: string, expected: Expected, events: readonly NewEvent[], signal: AbortSignal): Promise<Written> => {
    await identityCheck.recognized()
    const { connection } = identityCheck
    const name = names.onServer(stream)
    try {
      const written = await asking(async ({ client }) => {
        // A retry may reach another server.
        await identityCheck.recognized()
        return appendOver(client)(name, expected, events)
      }, signal)
      if (connection !== identityCheck.connection) await identityCheck.recognized()
      return written
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return null
      if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLarge(sizeOf(events))
      if (error instanceof StreamDeletedError) throw new StreamDeleted(stream)
      throw error
    }
  }
