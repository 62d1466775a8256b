import { campaign, volunteerInterests } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { day } from '../../records/durations.ts'
import type { Core } from '../core.ts'
import { campaignEventStream, campaignEvents } from '../domain/campaign-events.ts'
import { emailSignupStream, emailSignups } from '../domain/email-signups.ts'
import { endorsementStream, endorsements } from '../domain/endorsements.ts'
import { articleStream, news } from '../domain/news.ts'
import { prayerStream, prayers } from '../domain/prayers.ts'
import { volunteerStream, volunteers } from '../domain/volunteers.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import { seedDemoForum } from './forum.ts'

const demoPrayers = [
  {
    firstName: 'Ruth',
    location: 'Millbrook',
    isApproved: true,
    prayer:
      'For wisdom and courage for everyone who serves our communities, and for honest conversation between neighbors who disagree.',
  },
  {
    firstName: 'Daniel',
    location: 'Cedar Falls',
    isApproved: true,
    prayer: 'For rain at the right time and safe hands through the harvest. May our farm families be strengthened.',
  },
  {
    firstName: 'Esther',
    location: null,
    isApproved: true,
    prayer: 'Thank you for the freedom to speak, to gather and to pray. Keep safe those who defend it far from home.',
  },
  {
    firstName: 'Mark',
    location: 'Oak Hill',
    isApproved: false,
    prayer: 'For my town: that good jobs come back and our young people find a reason to stay.',
  },
]

const demoEndorsements = [
  {
    name: 'Naomi Sample',
    title: 'Small business owner',
    isApproved: true,
    endorsementText:
      'Someone who listens first, answers plainly and keeps the books open. That is what I want in Washington.',
  },
  {
    name: 'Peter Sample',
    title: 'Retired teacher',
    isApproved: true,
    endorsementText:
      'I taught government for thirty years. This is the first campaign that publishes its promises with a date.',
  },
  { name: 'Lydia Sample', title: '', isApproved: false, endorsementText: 'Glad to help in my county.' },
]

const demoArticles = [
  {
    title: 'How we keep our books open',
    category: 'policy position',
    excerpt: 'Every promise this campaign makes has a date, and every dollar will be accounted for.',
    isPublished: true,
    content: [
      'A campaign asks for your trust before it can show results. So we start with what you can check.',
      '# What you will see',
      'Our pledges are on this site, with dates. When we keep one, we say so. When one is late, we say why.',
      '## Every quarter',
      'We publish what came in and what went out, in plain tables that anyone can add up.',
      '---',
      'Questions? Write to us. We answer every letter from the district.',
    ].join('\n'),
  },
  {
    title: 'Listening at the county fairs',
    category: 'campaign update',
    excerpt: 'Four fairs, one long table, and a notebook full of what you told us.',
    isPublished: true,
    content: [
      'We set up a table, put out chairs, and asked one question: what should Washington know about your county?',
      '# What we heard',
      'Roads that wash out. Internet that stops at the edge of town. Young people who would stay if there were work.',
      '## What comes next',
      'We are sorting the notes by county, and will read them back to you before we write a single plan.',
    ].join('\n'),
  },
  {
    title: 'Family farms come first',
    category: 'agriculture',
    excerpt: '',
    isPublished: true,
    content: [
      'The people who feed this district should not need a lawyer to do it.',
      '# Three places to start',
      'Rules that fit on a kitchen table. A fair hearing before an inspection becomes a fine. The right to repair what you own.',
    ].join('\n'),
  },
  {
    title: 'Notes for the fall tour',
    category: '',
    excerpt: 'A draft that only administrators can see.',
    isPublished: false,
    content: 'Towns, venues and dates go here once they are set.',
  },
]

const demoEvents = [
  {
    inDays: -16,
    title: 'Meet and greet at the fairgrounds',
    description: 'Coffee, questions and a walk along the barns. Thank you to everyone who came out.',
    location: 'County fairgrounds',
    startTime: '10:00',
    endTime: '12:00',
    category: 'meeting',
    capacity: null,
  },
  {
    inDays: 9,
    title: 'Town hall: your questions, plain answers',
    description:
      'No speech longer than ten minutes; the rest of the evening is yours.\nBring a question, or send it to us when you register. Doors open half an hour early.',
    location: 'Public library, Millbrook',
    startTime: '18:30',
    endTime: '20:00',
    category: 'town hall',
    capacity: 80,
  },
  {
    inDays: 23,
    title: 'Courthouse square rally',
    description: 'Music, neighbors and a few words from the candidate. Families welcome; bring a folding chair.',
    location: 'Courthouse square, Cedar Falls',
    startTime: '14:00',
    endTime: null,
    category: 'rally',
    capacity: null,
  },
  {
    inDays: 40,
    title: 'Forum on farms and family business',
    description: 'Farmers and shop owners share what would help them and what stands in their way.',
    location: null,
    startTime: null,
    endTime: null,
    category: 'forum',
    capacity: null,
  },
]

/** Neutral content for the first start in development, created by the same commands as real content. */
export async function seedDemoContent(core: Pick<Core, 'handle' | 'subjects' | 'nextId'>): Promise<void> {
  const { handle, subjects, nextId } = core
  for (const { isApproved, ...words } of campaign.hasPrayers ? demoPrayers : []) {
    const prayerId = await nextId('prayer')
    const data = { prayerId, subject: await subjects.anonymous(), email: null, ...words }
    await handle(prayers, prayerStream(prayerId), { type: 'SubmitPrayer', data }, systemContext(), { isNew: true })
    if (isApproved)
      await handle(prayers, prayerStream(prayerId), { type: 'ApprovePrayer', data: { prayerId } }, systemContext())
  }
  for (const [index, { isApproved, ...words }] of demoEndorsements.entries()) {
    const endorsementId = await nextId('endorsement')
    const email = `endorser${index + 1}@example.org`
    const data = { endorsementId, subject: await subjects.forEmail(email), email, ...words }
    await handle(endorsements, endorsementStream(endorsementId), { type: 'SubmitEndorsement', data }, systemContext(), {
      isNew: true,
    })
    if (isApproved)
      await handle(
        endorsements,
        endorsementStream(endorsementId),
        { type: 'ApproveEndorsement', data: { endorsementId } },
        systemContext(),
      )
  }
  for (let index = 1; index <= 9; index++) {
    const volunteerId = await nextId('volunteer')
    const email = `volunteer${index}@example.org`
    const data = {
      volunteerId,
      subject: await subjects.forEmail(email),
      userId: null,
      firstName: 'Volunteer',
      lastName: `Sample ${index}`,
      email,
      phone: null,
      skills: index % 3 === 0 ? 'Knows everyone in town.' : null,
      availability: index % 2 === 0 ? 'Weekends' : 'Evenings',
      interests: volunteerInterests.slice(0, 1 + (index % 2)),
    }
    await handle(volunteers, volunteerStream(volunteerId), { type: 'ApplyAsVolunteer', data }, systemContext(), {
      isNew: true,
    })
  }
  for (const words of demoArticles) {
    const articleId = await nextId('article')
    const command = { type: 'CreateArticle', data: { articleId, imageUrl: null, ...words } } as const
    await handle(news, articleStream(articleId), command, systemContext(), { isNew: true })
  }
  for (const { inDays, ...details } of demoEvents) {
    const campaignEventId = await nextId('campaign_event')
    const eventDate = campaignClock.dateAt(new Date(Date.now() + inDays * day))
    const data = { campaignEventId, ...details, eventDate, imageUrl: null, isActive: true }
    await handle(
      campaignEvents,
      campaignEventStream(campaignEventId),
      { type: 'CreateCampaignEvent', data },
      systemContext(),
      { isNew: true },
    )
  }
  for (let index = 1; index <= 12; index++) {
    const email = `supporter${index}@example.org`
    const data = {
      emailSignupId: await nextId('email_signup'),
      subject: await subjects.forEmail(email),
      email,
      firstName: null,
    }
    await handle(
      emailSignups,
      emailSignupStream(subjects.emailHash(email)),
      { type: 'JoinMailingList', data },
      systemContext(),
    )
  }
  await seedDemoForum(core)
}
