import type { Knex } from 'knex'
import type { UserEvent } from '../domain/accounts/users.ts'
import { forumThreadStream, forumThreads } from '../domain/forum/forum-threads.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { openReportsBy, reportersOf } from '../read-model/forum-reporters.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

type Out = Extract<UserEvent, { type: 'UserBanned' | 'UserDeactivated' }>

/** Reports of people who are banned hide nothing: what only they hid is shown again. */
export function forumReportsReactor({
  handle,
  knex,
  reached,
}: {
  handle: Handle
  knex: Knex
  reached: Reached
}): ReactsTo<Out> {
  async function countAgain(event: Recorded<Out>): Promise<void> {
    await requireReached(reached, event.position)
    const { userId } = event.data
    for (const { contentId, threadId } of await openReportsBy(knex, userId)) {
      const { readers, isByStaff } = await reportersOf(knex, contentId)
      // The row of the account may be older than the event.
      const others = readers.filter((reader) => reader.userId !== userId)
      const data = { threadId, contentId, readers: others, isByStaff, at: event.metadata.at }
      const context = systemContext({ cause: event, commandId: `count reports ${event.id} ${contentId}` })
      await handle(forumThreads, forumThreadStream(threadId), { type: 'CountReportsAgain', data }, context)
    }
  }
  return { name: 'forum-reports', on: { UserBanned: countAgain, UserDeactivated: countAgain } }
}
