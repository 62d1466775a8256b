import type { readKnown } from '../../../contract/profile.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call } from '../../lib/api.ts'
import { createSingle } from '../lists/single.ts'

/** Sentences about what the campaign knows of the person; read again whenever they are opened. */
export const knownFacts = createSingle({
  query: {},
  failed: accountMessages.known.failed,
  read: () => call<typeof readKnown>('GET', '/api/profile/known'),
})
