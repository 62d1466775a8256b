import { openDatabase } from '../../backend/tools/with-database.ts'

// `DATA_DIR=… node test/e2e/unsubscribe-token.ts ruth@example.org [confirm]`: the token in email to this address, or in
// the email that asks to confirm it, for tests of a product that runs in a process of its own.
const { core, close } = await openDatabase()
const subject = await core.subjects.forEmail(process.argv[2] ?? '')
const tokens = process.argv[3] === 'confirm' ? core.confirmationTokens : core.unsubscribeTokens
console.log(tokens.issue({ subject, campaignId: null }))
await close()
process.exit()
