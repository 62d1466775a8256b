import { approvedOf, seedPopulation, shippedAlleles } from '../../backend/domain/page-variations/page-genes.ts'
import { campaign, campaignTexts } from '../../contract/campaign.ts'

/** The wordings that ship, all of them approved, and the first generation of pages made of them. */
export const shippedAndApproved = shippedAlleles(campaign, campaignTexts.pageTest).map((one) => ({
  ...one,
  status: 'approved' as const,
  replaces: null,
}))
export const firstPages = seedPopulation(approvedOf(shippedAndApproved), 'a seed')
