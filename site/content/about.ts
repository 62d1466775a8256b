import { words } from '#own-campaign'
import { campaign } from '../../contract/campaign.ts'

export const about = words('about', {
  description: `Who ${campaign.candidate} is, why this campaign exists, and what it promises.`,
  title: 'A neighbor, not a career politician',
  lead: `${campaign.candidate} is running ${campaign.office} to represent the people of ${campaign.district} district, and no one else.`,
  /** Next to the portrait, under 'Meet …': write the candidate’s own story in two or three short paragraphs. */
  biography: [
    `This is the place for ${campaign.candidate}’s story: where home is, what work came before this campaign, and what a neighbor would tell you first.`,
    'Two or three short paragraphs are enough. Name the town, the school, the job and the people who count on you.',
  ],
  sections: [
    {
      title: 'Why this campaign',
      paragraphs: [
        'The 4th district is fields and factories, a great university and a hundred small towns that look after their own. Its people ask little of Washington: keep the peace, keep the books, keep your word, and otherwise let us live.',
        'Every year, Washington does less of that. It spends money it doesn’t have, watches people it shouldn’t, and writes rules without asking anyone who has to follow them. This campaign exists because the answer is not one more career politician. It is a representative who goes there with a short list, works through it, and comes home to explain every vote.',
      ],
    },
    {
      title: 'What we bring',
      paragraphs: [
        'We believe that free people solve problems better than distant offices do. We respect work that starts before sunrise. And we know technology as well as anyone writing the next decade’s laws should, from the data a tractor collects to the data a government wants.',
      ],
    },
    {
      title: 'How we campaign',
      paragraphs: [
        'At kitchen tables and county fairs, with volunteers instead of consultants. We say what we stand for in plain words, we take questions we haven’t seen in advance, and we pray for those who disagree with us.',
      ],
    },
  ],
  /** Below the pledge, which comes from contract/campaign.ts. */
  pledge:
    'If the district wants this campaign, it will fund it. If it doesn’t, no one will be out a dime for having hoped.',
})
