import { campaignWords } from '../config/campaign-integration.ts'
import { ensureBuilt } from './site-build.ts'

/** Builds the site. Throws when the campaign or the build has errors. */
export async function prepareSite(): Promise<void> {
  await campaignWords() // before the build, whose output would bury the message
  await ensureBuilt(() => console.log('Building the site…'))
}
