import { words } from '#own-campaign'
import { type IconName, icons } from '../lib/icons.ts'

/** The three cards below the top of the home page. */
export const principles: { icon: IconName; title: string; text: string }[] = words(
  'principles',
  [
    {
      icon: 'flag',
      title: 'Individual Liberty',
      text: 'Your rights come before any government, and no government hands them out. We defend speech, faith, self-defense and property for every Hoosier, whether we agree or not.',
    },
    {
      icon: 'bolt',
      title: 'Tech Innovation',
      text: 'From precision farming to local chip plants, new tools should be built here and owned here. We will clear the way for people who build, and keep private data private.',
    },
    {
      icon: 'scroll',
      title: 'Constitutional Governance',
      text: 'Enumerated powers, honest budgets, laws short enough to read. With every vote, we’ll cite the article of the Constitution behind it.',
    },
  ],
  { icon: Object.keys(icons) },
)
