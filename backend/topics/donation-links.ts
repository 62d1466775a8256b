import { impersonalIn } from '../../records/erasures.ts'
import { origin } from '../../records/origins.ts'
import type { DonationLinkEvent } from '../domain/donation-links.ts'
import { describes, type Topic } from './topic.ts'

export const donationLinks = {
  ...describes<DonationLinkEvent>(),
  events: { DonationLinkFollowed: { item: null, impersonal: impersonalIn(origin) } },
  streams: ['donation-links'],
} as const satisfies Topic<DonationLinkEvent>
