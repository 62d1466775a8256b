import type pg from 'pg'
import type { RecordedView } from '../domain/page-variations/page-view-blocks.ts'
import {
  type PageViewCommand,
  type PageViewEvent,
  pageViewStream,
  pageViews,
} from '../domain/page-variations/page-views.ts'
import { createBatcher } from '../kernel/concurrency/batcher.ts'
import { type Decider, DomainError, stateAfter } from '../kernel/eventlog/decider.ts'
import type { EventLog } from '../kernel/eventlog/event-log.ts'
import type { VariationLog } from './variation-log.ts'

export type ViewRecords = {
  /**
   * Decides about one view and keeps the facts until they are written to the log; resolves with them once PostgreSQL has
   * them. `at`: the time of the facts.
   */
  record(command: PageViewCommand, at: string): Promise<readonly PageViewEvent[]>
  /** Forgets views that no cookie names any more. */
  forgetOld(): Promise<void>
}

type View = typeof pageViews extends Decider<infer State, PageViewCommand, PageViewEvent> ? State : never
type Asked = { command: PageViewCommand; at: string }
type Answer = readonly PageViewEvent[] | DomainError
type Known = { state: View; revision: number }

const maxAttempts = 8
/** Ids of older releases, whose views have streams of their own. */
const isOlder = (viewId: string) => viewId.length === 32

/** Writes the views that have not changed since they were read, and only their facts. */
const writeViews = `
  WITH written AS (
    INSERT INTO app.page_views AS known (view_id, state, revision)
    SELECT * FROM unnest($1::text[], $2::json[], $3::int[])
    ON CONFLICT (view_id) DO UPDATE SET state = excluded.state, revision = excluded.revision
      WHERE known.revision = excluded.revision - 1
    RETURNING view_id
  ), waiting AS (
    INSERT INTO app.page_view_facts (fact, is_visitor)
    SELECT fact, is_visitor
      FROM unnest($4::text[], $5::json[], $6::boolean[]) WITH ORDINALITY AS given (view_id, fact, is_visitor, number)
      WHERE view_id IN (SELECT view_id FROM written) ORDER BY number
  )
  SELECT view_id AS "viewId" FROM written`

/** Checked one by one, because a block that cannot be appended would stop all after it. */
function problemOf(
  events: readonly PageViewEvent[],
  at: string,
  problemWith: (type: string, data: unknown, at: string) => string | null,
): DomainError | null {
  const [problem] = events.flatMap(({ type, data }) => problemWith(type, data, at) ?? [])
  return problem === undefined ? null : new DomainError('invalid', problem)
}

/** All commands that arrive together are read and written in two statements, in any number of processes. */
export function createViewRecords({
  pool,
  log,
  decode,
  problemWith,
}: {
  pool: pg.Pool
  log: Pick<EventLog, 'readStream'>
  decode: VariationLog['decode']
  /** Why a fact must not get into the log; null: nothing is wrong with it. */
  problemWith: (type: string, data: unknown, at: string) => string | null
}): ViewRecords {
  async function read(viewIds: readonly string[]): Promise<Map<string, Known>> {
    const { rows } = await pool.query<Known & { viewId: string }>({
      name: 'page-views',
      text: 'SELECT view_id AS "viewId", state, revision FROM app.page_views WHERE view_id = ANY ($1)',
      values: [viewIds],
    })
    const known = new Map(rows.map(({ viewId, ...view }) => [viewId, view]))
    const older = viewIds.filter((viewId) => isOlder(viewId) && !known.has(viewId))
    for (const viewId of older) {
      const events = await decode<PageViewEvent>(await log.readStream(pageViewStream(viewId)))
      known.set(viewId, { state: stateAfter(pageViews, events), revision: 0 })
    }
    return known
  }

  /** The ids of the views that were written: those that have not changed since they were read. */
  async function write(
    views: readonly ({ viewId: string } & Known)[],
    facts: readonly { viewId: string; fact: RecordedView }[],
  ): Promise<Set<string>> {
    const { rows } = await pool.query<{ viewId: string }>({
      name: 'page-view-facts',
      text: writeViews,
      values: [
        views.map(({ viewId }) => viewId),
        views.map(({ state }) => JSON.stringify(state)),
        views.map(({ revision }) => revision),
        facts.map(({ viewId }) => viewId),
        facts.map(({ fact }) => JSON.stringify(fact)),
        facts.map(({ fact }) => isVisitor(fact.event)),
      ],
    })
    return new Set(rows.map(({ viewId }) => viewId))
  }

  /** Decides all these commands; the answers to those that were written, or that have nothing to add. */
  async function attempt(open: readonly Asked[]): Promise<Map<Asked, Answer>> {
    const asked = Map.groupBy(open, ({ command }) => command.data.viewId)
    // The same order everywhere, so that two processes never deadlock.
    const viewIds = [...asked.keys()].sort()
    const known = await read(viewIds)
    const answers = new Map<Asked, Answer>()
    const views: ({ viewId: string } & Known)[] = []
    const factsOf = new Map<Asked, { viewId: string; fact: RecordedView }[]>()
    for (const viewId of viewIds) {
      const before = known.get(viewId) ?? { state: pageViews.initialState, revision: 0 }
      let { state } = before
      let hasChanged = false
      for (const one of asked.get(viewId) ?? []) {
        const events = pageViews.decide(one.command, state)
        const problem = problemOf(events, one.at, problemWith)
        answers.set(one, problem ?? events)
        if (problem !== null) continue
        state = events.reduce(pageViews.evolve, state)
        hasChanged ||= events.length > 0
        const facts = events.map((event) => ({ viewId, fact: { at: one.at, event } }))
        factsOf.set(one, facts)
      }
      if (hasChanged) views.push({ viewId, state, revision: before.revision + 1 })
    }
    if (views.length === 0) return answers
    const inOrder = open.flatMap((one) => factsOf.get(one) ?? [])
    const written = await write(views, inOrder)
    for (const { viewId } of views)
      if (!written.has(viewId)) for (const one of asked.get(viewId) ?? []) answers.delete(one)
    return answers
  }

  const record = createBatcher<Asked, readonly PageViewEvent[]>(async (batch) => {
    const answers = new Map<Asked, Answer>()
    for (let attempts = 0; attempts < maxAttempts && answers.size < batch.length; attempts++) {
      const open = batch.filter((one) => !answers.has(one))
      const decided = await attempt(open)
      for (const [one, answer] of decided) answers.set(one, answer)
    }
    return batch.map((one) => answers.get(one) ?? new Error('Another process is changing this view at the same time.'))
  })

  return {
    record: (command, at) => record({ command, at }),
    async forgetOld() {
      await pool.query(`DELETE FROM app.page_views WHERE served_at < now() - interval '31 days'`)
    },
  }
}

const isVisitor = (event: PageViewEvent) =>
  event.type === 'VisitRecorded' && event.data.accepted && event.data.serving?.isFirst === true
