import { onTestFinished } from 'vitest'
import { campaign } from '../../../contract/campaign.ts'

/** Share of visitors who see the page as built, until the running test ends. */
export function setControlShare(share: number): void {
  const usual = campaign.controlShare
  campaign.controlShare = share
  onTestFinished(() => {
    campaign.controlShare = usual
  })
}
