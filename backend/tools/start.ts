import { campaign } from '../../contract/campaign.ts'
import { checkCampaign } from '../config/campaign-check.ts'
import { ensureBuilt } from './site-build.ts'

/** `npm start`: a built site, then the server. */
try {
  checkCampaign(campaign) // before the build, which would bury the sentence in its own output
  await ensureBuilt(() => console.log('Building the site…'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server.ts')
