import type { EmailCampaignKind } from '../../../contract/email-campaigns.ts'
import type { SegmentId } from '../../../contract/email-segments.ts'

export type CardKind = Exclude<EmailCampaignKind, 'composed' | 'welcome'>

/** The content of a card; `body` is used while its text area is blank. */
export type Card = { name: string; subject: string; preheader: string; body: string; segmentId: SegmentId }

export const cards: { [Kind in CardKind]: Card } = {
  'volunteer-update': {
    name: 'Volunteer update',
    subject: 'An update for our volunteers',
    preheader: 'Thank you for giving your time.',
    segmentId: 'active-volunteers',
    body: `Hi {{firstName|there}},

Thank you for volunteering. Every door you knock on, every call you make and every neighbor you talk to moves this campaign forward.

Here is how you can help in the coming days:

- Look at our events page and sign up for a shift near you.
- Bring a friend. People trust people they know.
- Tell us what you hear. Your conversations shape what we talk about.

If your availability has changed, just reply to this message and let us know.

See you out there,

The {{siteName}} team`,
  },
  'donor-thank-you': {
    name: 'Donor thank you',
    subject: 'Thank you for your support',
    preheader: 'Your gift keeps this campaign going.',
    segmentId: 'donors',
    body: `Dear {{firstName|friend}},

Thank you. Your donation pays for the things that win elections: yard signs, gas for volunteers, a room for a town hall, a stamp on a letter.

We know that you worked for that money, and we promise to spend it with care.

You make this campaign possible, and we do not take it for granted.

With gratitude,

The {{siteName}} team`,
  },
  're-engagement': {
    name: 'Re-engagement',
    subject: 'We would love to hear from you',
    preheader: 'A lot has happened since we last talked.',
    segmentId: 'inactive-supporters',
    body: `Hi {{firstName|there}},

It has been a while since we heard from you, and a lot has happened in the campaign since then.

If you would like to get involved again, there are many ways: come to an event, volunteer for an hour, join a discussion in our forum, or simply tell a neighbor why this race matters to you.

And if you would rather not hear from us, the link below takes you off our list with one click. No hard feelings.

Hope to see you soon,

The {{siteName}} team`,
  },
}
