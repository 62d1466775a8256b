import { campaign } from '../../contract/campaign.ts'

/** Before the campaign launches, until the pledge is due, and after that. */
export type PledgePhase = 'ahead' | 'open' | 'past'

const { launch, pledge } = campaign

/** Promise of the campaign, in the tense of the day. */
export const pledgeWords = {
  ahead: {
    launch: `The campaign launches on ${launch}.`,
    promise: `We pledge to raise ${pledge.amount} by ${pledge.deadline}, or to return every cent.`,
  },
  open: {
    launch: `The campaign launched on ${launch}.`,
    promise: `We pledge to raise ${pledge.amount} by ${pledge.deadline}, or to return every cent.`,
  },
  past: {
    launch: `The campaign launched on ${launch}.`,
    promise: `We pledged to raise ${pledge.amount} by ${pledge.deadline}, or to return every cent.`,
  },
} satisfies { [Phase in PledgePhase]: { launch: string; promise: string } }
