import { openDatabase } from '../../backend/tools/with-database.ts'

// `DATA_DIR=… node test/support/unsubscribe-token.ts ruth@example.org`: the token that mail to this address carries, for
// tests of a product that runs in a process of its own.
const { core, close } = await openDatabase()
const subject = await core.subjects.forEmail(process.argv[2] ?? '')
console.log(core.unsubscribeTokens.issue({ subject, campaignId: null }))
await close()
process.exit()
