import { words } from '#own-campaign'
import { campaign } from '../../contract/campaign.ts'

export const intro = words('intro', {
  description: `What ${campaign.candidate} stands for: three pillars, and four policies in detail.`,
  lead: 'Everything we propose rests on three pillars. Four policies show what that means in a vote.',
})

/** The platform as shown on /issues: the pillars, then the policies in detail. */
export const pillars = words('pillars', [
  {
    title: 'Individual Liberty',
    text: 'If it harms no one, it is no one else’s business. Rights belong to individuals, and no majority can vote them away.',
  },
  {
    title: 'Tech Innovation',
    text: 'Indiana should invent the next century, not import it. We will cut permits that shield incumbents from newcomers, and keep your private data encrypted and yours.',
  },
  {
    title: 'Constitutional Governance',
    text: 'Congress writes the laws, in public, within its enumerated powers. Agencies carry them out. Emergency powers expire.',
  },
])

export const policies = words('policies', [
  {
    id: 'second-amendment',
    title: 'Second Amendment',
    text: 'The right to keep and bear arms is the right of law-abiding people to protect their homes and each other.',
    points: [
      'Oppose federal registries and bans on firearms in common use.',
      'Recognize a lawful carry permit across state lines, the way we do a driver’s license.',
      'Require due process, in person and with counsel, before anyone is disarmed.',
    ],
  },
  {
    id: 'financial-freedom',
    title: 'Financial Freedom',
    text: 'What you earn is yours first. An unbalanced budget is a tax on people too young to vote.',
    points: [
      'A balanced budget by law, and one subject per spending bill.',
      'Lower, flatter taxes, with a return that fits on one page.',
      'Protect the right to hold and spend cash and digital money without being watched; no central bank digital currency.',
    ],
  },
  {
    id: 'physical-freedom',
    title: 'Physical Freedom',
    text: 'You decide what happens to your body, where you worship, where you travel and what you say along the way.',
    points: [
      'No federal medical mandates; informed consent for every patient.',
      'A warrant before the government reads your messages or tracks your phone.',
      'Food freedom: let farmers sell directly to their neighbors.',
    ],
  },
  {
    id: 'america-first-defense',
    title: 'America First Defense',
    text: 'A strong country at peace: able to defend itself, slow to fight for anyone else, and never at war without a vote of Congress.',
    points: [
      'No war without a declaration by Congress, with every member on the record.',
      'Secure borders, and a legal way in that people can understand.',
      'Buy our defense equipment from American manufacturers, many of them in Indiana, and audit the Pentagon until it passes.',
    ],
  },
])

/** At the end, above the way to answer. */
export const ask = words('ask', {
  title: 'Policy starts with people',
  text: 'Tell us what weighs on you. Before we write laws, we listen and we pray.',
})
