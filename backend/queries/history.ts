import type { FastifyInstance } from 'fastify'
import { type HistoryEntry, readHistory } from '../../contract/admin.ts'
import { type HistoryTopic, type SettingTopic, settingTopics } from '../../contract/topic-words.ts'
import { rightOfTopic } from '../../records/rights-of-topics.ts'
import type { HeldRights, StaffRight } from '../../records/staff-rights.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'
import { actorFor } from '../read-model/actors.ts'
import { type HistoryRow, historyRows } from '../read-model/history.ts'
import { itemStates } from '../read-model/item-states.ts'
import { rolesNamer } from '../read-model/staff-sets.ts'

/** `rights`: of the reader. */
function entriesOf(rows: HistoryRow[], rights: HeldRights): HistoryEntry[] {
  const states = itemStates(rows)
  return rows.map((row, revision) => {
    const { type, at } = row
    const { changes = {}, state = {} } = states[revision] ?? {}
    return { revision, type, at, actor: actorFor(rights, row), changes, state }
  })
}

const policy = {
  rightBy: 'topic',
  rights: rightOfTopic satisfies { [Topic in HistoryTopic | SettingTopic]: StaffRight },
} as const

const isSetting = (topic: string) => settingTopics.some((setting) => setting === topic)

export async function historyQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, readHistory, { policy, hasPast: true }, async ({ params: { topic, id }, request }) => {
    return reads.item(request, async ({ knex }) => {
      const rows = await historyRows(knex, topic, id)
      if (rows.length === 0 && !isSetting(topic)) throw new HttpProblem(404, 'No history found.')
      const entries = entriesOf(rows, signedIn(request).rights)
      const named = await rolesNamer(
        knex,
        entries.map(({ state }) => state),
      )
      return entries.map((entry) => ({ ...entry, changes: named(entry.changes), state: named(entry.state) }))
    })
  })
}
