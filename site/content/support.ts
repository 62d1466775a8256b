/** Texts of the pages where people join in: volunteering, prayers, endorsements, and instead of donating. */
import { words } from '#own-campaign'
import { type IconName, icons } from '../lib/icons.ts'

export const volunteering: {
  description: string
  lead: string
  ways: { icon: IconName; title: string; text: string }[]
} = words(
  'volunteering',
  {
    description: 'Sign up as a volunteer: grassroots organizing, communications, technology and events.',
    lead: 'This campaign runs on people who give an evening, a weekend or a skill. Tell us what you can offer.',
    ways: [
      {
        icon: 'people',
        title: 'Grassroots Organizing',
        text: 'Knock on doors, make calls, and bring in neighbors no one has asked before.',
      },
      {
        icon: 'mail',
        title: 'Communications',
        text: 'Write, take photos and answer questions, so every voter gets a straight answer.',
      },
      { icon: 'bolt', title: 'Technology', text: 'Keep our lists clean, our site fast and our volunteers connected.' },
      {
        icon: 'flag',
        title: 'Events',
        text: 'Set up chairs, welcome people at the door, and make a hall feel like a front porch.',
      },
    ],
  },
  { icon: Object.keys(icons) },
)

/** Where `hasPrayers` is on in contract/campaign.ts. */
export const praying = words('praying', {
  title: 'Pray with your neighbors',
  lead: 'Share what is on your heart. Our team reads every prayer before it appears here.',
  description: 'Share a prayer with our community, and pray with your neighbors.',
})

export const endorsing = words('endorsing', {
  lead: 'A neighbor’s word goes further than any ad. Add yours.',
  reasons: [
    { title: 'People believe it.', text: 'They trust someone they know over anything a campaign says about itself.' },
    { title: 'It opens doors.', text: 'Every name helps a volunteer start a conversation in your town.' },
    { title: 'It keeps us accountable.', text: 'We answer first to the people who vouched for us.' },
  ],
  quote: {
    text: 'No law shall restrain any of the inhabitants of the State from assembling together in a peaceable manner, to consult for their common good; nor from instructing their representatives; nor from applying to the General Assembly for redress of grievances.',
    source: 'Constitution of Indiana, Article 1, Section 31',
  },
})

export const donating = words('donating', {
  volunteer:
    'Knock on doors, make calls, set up chairs or write code. An hour of a neighbor’s time moves more votes than any ad.',
  prayer:
    'Pray for the district, for our families and for those who disagree with us. Share yours, and read what others have shared.',
  more: 'Come to a meeting and ask the hard question. Register to vote, and bring someone who hasn’t.',
})
