import type { Origin } from '../../records/origins.ts'
import type { Fact } from '../kernel/eventlog/decider.ts'
import { recordedOnce } from './recorded-once.ts'

type Click = { clickId: string } & Origin

type DonationLinkCommand = Fact<'FollowDonationLink', Click>
/** A visitor went to the donation page: a click, and no gift. It names no person. */
export type DonationLinkEvent = Fact<'DonationLinkFollowed', Click>

export const donationLinkStream = (clickId: string) => `donation-links-${clickId}`

export const donationLinks = recordedOnce<DonationLinkCommand, DonationLinkEvent>(({ data }) => ({
  type: 'DonationLinkFollowed',
  data,
}))
