import { campaign, campaignTexts, volunteerInterests } from '../../contract/campaign.ts'
import { checkCampaign } from '../config/campaign-check.ts'
import { ensureBuilt } from './site-build.ts'

/** Builds the site. Throws when the campaign or the build has errors. */
export async function prepareSite(): Promise<void> {
  checkCampaign(campaign, campaignTexts, volunteerInterests) // before the build, whose output would bury the message
  await ensureBuilt(() => console.log('Building the site…'))
}
