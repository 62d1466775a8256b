import { forumCategories } from '../../contract/forum-categories.ts'
import type { Core } from '../core.ts'
import type { ForumThreadCommand } from '../domain/forum/forum-thread-events.ts'
import { forumThreadStream, forumThreads } from '../domain/forum/forum-threads.ts'
import { defaultThresholds, type Screening } from '../domain/forum/screening.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'

/** `by` numbers the anonymous writers in the order in which they first post; `isHeld`: the post waits for an admin. */
type DemoPost = { by: number; content: string; isHeld?: boolean }
type DemoThread = DemoPost & {
  categoryId: number
  title: string
  mark?: 'PinThread' | 'LockThread'
  replies: DemoPost[]
}

const demoThreads: DemoThread[] = [
  {
    categoryId: 3,
    title: 'Parking at the fairgrounds meet and greet',
    by: 1,
    content: 'Is the gravel lot by the south gate open, or is it better to park along the road?',
    mark: 'LockThread',
    replies: [
      { by: 2, content: 'The south gate was open when we set up the tables. Plenty of room there.' },
      { by: 1, content: 'Thank you, that worked. Good to meet so many of you.' },
    ],
  },
  {
    categoryId: 2,
    title: 'Internet that stops at the edge of town',
    by: 3,
    content:
      'There has been fiber on the poles along our road for two years, and nobody can tell us when it will reach our houses.\n\nWho else is waiting, and what have you been told?',
    replies: [
      { by: 4, content: 'Same north of town. They told us spring, but not which year.' },
      { by: 2, content: 'Our co-op publishes a map with dates. Ask yours for one; it helped that we asked together.' },
      { by: 3, content: 'Good idea. I will ask ours and post what they say.' },
    ],
  },
  {
    categoryId: 1,
    title: 'What should the county decide for itself?',
    by: 2,
    content:
      'Roads, schools, zoning: our county commissioners know every washout by name. Trade and defense are another matter.\n\nWhere would you draw the line?',
    replies: [
      { by: 4, content: 'Whoever pays for it should decide. For the roads here, that is us.' },
      {
        by: 1,
        content:
          'Mostly, yes. But a river does not stop at the county line, and someone has to look at the whole of it.',
      },
      { by: 2, content: 'That is a fair point about the river. I had not thought of drainage.' },
      { by: 3, content: 'Has anyone seen a brown dog near the mill? He answers to Biscuit.', isHeld: true },
    ],
  },
  {
    categoryId: 1,
    title: 'The right to repair what you own',
    by: 4,
    content:
      'A tractor that waits three days for a technician at harvest costs more than the repair. What would a good law say?',
    replies: [
      { by: 3, content: 'Manuals and parts for the owner, at a fair price, and no lock that only a dealer can open.' },
    ],
  },
  {
    categoryId: 4,
    title: 'Welcome! Tell us what brings you here',
    by: 1,
    content:
      'Tell us where you live and what you would like to talk about.\n\nWe talk to each other the way neighbors do: we can disagree with what was said without attacking who said it.',
    mark: 'PinThread',
    replies: [
      { by: 2, content: 'The north end. Schools, and how we keep our young people here.' },
      { by: 3, content: 'Out by the lake. Internet, as you can tell from my other thread.' },
      { by: 4, content: 'A farm east of town. Farming, and lower bills for it.' },
    ],
  },
  {
    categoryId: 4,
    title: 'Which road should be fixed first?',
    by: 3,
    content: 'Name one road and why. Maybe we can bring a list to the next town hall.',
    replies: [],
  },
]

/** A fixed screening, because the demo must not depend on which moderator runs. */
const demoScreening = ({ isHeld }: DemoPost): Screening => ({
  thresholds: defaultThresholds,
  classification: {
    source: 'outside',
    ...(isHeld
      ? {
          violationType: 'off_topic',
          probability: 0.41,
          reason: 'This post appears to have little to do with the discussion.',
        }
      : { violationType: 'none', probability: 0.02, reason: 'Nothing was found.' }),
    spans: [],
    moderator: 'demo',
  },
})

/** Forum discussions for the first start in development, decided by the same rules as real ones. */
export async function seedDemoForum({
  handle,
  subjects,
  nextId,
}: Pick<Core, 'handle' | 'subjects' | 'nextId'>): Promise<void> {
  const writers = new Map<number, { authorId: number; subject: string }>()
  /** Their ids come from the sequence for accounts, so that a new user never gets the same one. */
  async function writer(by: number) {
    const known = writers.get(by)
    if (known) return known
    const author = { authorId: await nextId('user'), subject: await subjects.anonymous() }
    writers.set(by, author)
    return author
  }
  for (const { categoryId, title, mark, replies, ...opening } of demoThreads) {
    if (!forumCategories.some(({ id }) => id === categoryId)) continue // a campaign chooses its own
    const threadId = await nextId('forum_content')
    const decide = (command: ForumThreadCommand, options?: { isNew: true }) =>
      handle(forumThreads, forumThreadStream(threadId), command, systemContext(), options)
    const words = { ...(await writer(opening.by)), content: opening.content, screening: demoScreening(opening) }
    await decide({ type: 'StartThread', data: { threadId, categoryId, title, ...words } }, { isNew: true })
    for (const reply of replies) {
      const postId = await nextId('forum_content')
      const words = { ...(await writer(reply.by)), content: reply.content, screening: demoScreening(reply) }
      await decide({ type: 'PostReply', data: { threadId, postId, ...words } })
    }
    if (mark) await decide({ type: mark, data: { threadId } })
  }
}
