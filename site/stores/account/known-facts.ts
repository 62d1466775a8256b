import type { readKnown } from '../../../contract/profile.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call } from '../../lib/api.ts'
import { createSingle } from '../lists/single.ts'

/** What the campaign knows about the person, in sentences; read again whenever it is opened. */
export const knownFacts = createSingle({
  query: {},
  failed: accountMessages.known.failed,
  read: () => call<typeof readKnown>('GET', '/api/profile/known'),
})
