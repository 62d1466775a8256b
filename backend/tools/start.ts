import { campaign } from '../../contract/campaign.ts'
import { checkCampaign } from '../config/campaign-check.ts'
import { ensureBuilt } from './site-build.ts'

/** `npm start`: builds the site if necessary, then starts the server. */
try {
  checkCampaign(campaign) // before the build, whose output would bury the message
  await ensureBuilt(() => console.log('Building the site…'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server.ts')
