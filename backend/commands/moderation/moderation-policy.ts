import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { changePolicy, tryPolicy } from '../../../contract/moderation-policy.ts'
import { moderationPolicy, moderationPolicyStream, type Screened, trial } from '../../domain/forum/moderation-policy.ts'
import { confidenceUnder } from '../../domain/forum/screening.ts'
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route, staff } from '../../kernel/http/route.ts'
import type { Classified } from '../../moderation/classification.ts'
import {
  type Moderators,
  modelDigest,
  moderationPolicyRow,
  screenedPast,
  screenedTexts,
} from '../../read-model/moderation-policy.ts'
import type { Execute } from '../command.ts'

/** Milliseconds a trial may run; texts judged by then are counted. A request may take 30 s. */
const defaultTrialTimeout = 15_000
/** Milliseconds of judging after which other requests get a turn. */
const atOnce = 10
/** Concurrent questions to an outside moderator. */
const questions = 8

type Asked = z.output<typeof tryPolicy.schema.body>
type Judge = (text: string) => Promise<Classified>

type PolicyTools = {
  execute: Execute
  knex: Knex
  moderators: Moderators & {
    /** `digest` names the file of an added model; null: the bundled one. */
    byModel(text: string, digest: string | null): Promise<Classified>
    /** Rejects when it does not answer; null when there is none. */
    outside: Judge | null
  }
  /** Milliseconds a trial may run; 15 s by default. */
  trialTimeout?: number
}

/** The results for texts judged in time, by id. No more calls start once this settles. */
async function judgeAll(
  texts: readonly { id: number; text: string }[],
  judge: Judge,
  { together, timeout }: { together: number; timeout: number },
) {
  const answers = new Map<number, Classified>()
  let end = performance.now() + timeout
  const waiting = texts.values()
  let breath = performance.now()
  async function work() {
    for (const { id, text } of waiting) {
      if (performance.now() > end) return
      answers.set(id, await judge(text))
      if (performance.now() - breath < atOnce) continue
      await setImmediate()
      breath = performance.now()
    }
  }
  const workers = Array.from({ length: together }, () =>
    work().catch((error: unknown) => {
      end = 0
      throw error
    }),
  )
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return answers
}

export async function moderationPolicyCommands(
  app: FastifyInstance,
  { execute, knex, moderators, trialTimeout: timeout = defaultTrialTimeout }: PolicyTools,
): Promise<void> {
  const oneTrial = createSemaphore({
    running: 1,
    waiting: 0,
    whenFull: 'Another trial is under way. Please try again in a moment.',
  })

  route(app, changePolicy, staff('settings'), async ({ body: { model, ...thresholds }, request }) => {
    await requireUsable(model)
    const command = { type: 'ChangeModerationPolicy', data: { thresholds, model } } as const
    await execute(request, moderationPolicy, moderationPolicyStream, command)
    return moderationPolicyRow(knex, moderators)
  })

  /** The digest of an added model; null for the bundled or an unknown one. Throws when this release cannot use it. */
  async function requireUsable(model: string | null | undefined): Promise<string | null> {
    if (model === null || model === undefined) return null
    const digest = await modelDigest(knex, model)
    if (digest === null) return null // the decider is more current than the read model
    if (await moderators.isUsable(digest)) return digest
    throw new DomainError('conflict', 'This release cannot use this model. Train it again.')
  }

  async function judgeOf({ moderator, model }: Pick<Asked, 'moderator' | 'model'>): Promise<Judge> {
    if (moderator === 'outside') {
      if (!moderators.outside) throw new DomainError('conflict', 'No outside moderator is set up (MODERATION_URL).')
      return moderators.outside
    }
    const digest = await requireUsable(model)
    if (model !== null && digest === null) throw new DomainError('not_found', 'There is no such model.')
    return (text) => moderators.byModel(text, digest)
  }

  async function judgedAnew(asked: Asked) {
    const judge = await judgeOf(asked)
    const [newest, decided] = await Promise.all([
      screenedTexts(knex, { decided: false }),
      screenedTexts(knex, { decided: true }),
    ])
    const isOutside = asked.moderator === 'outside'
    // Texts with a human decision come first, because they matter most to a trial.
    const all = new Map([...decided, ...newest].map((one) => [one.id, one]))
    const pace = { together: isOutside ? questions : 1, timeout }
    const answers = await judgeAll([...all.values()], judge, pace).catch((error: unknown) => {
      if (!isOutside) throw error
      app.log.warn({ err: error }, 'The outside moderator did not answer a trial.')
      throw new HttpProblem(503, 'The outside moderator did not answer. Nothing was changed.', {
        headers: { 'retry-after': '10' },
      })
    })
    const anew = <Row extends { id: number }>(rows: readonly Row[]) =>
      rows.flatMap((row) => {
        const answer = answers.get(row.id)
        return answer === undefined ? [] : [{ ...row, confidence: confidenceUnder(answer, asked), count: 1 }]
      })
    return {
      past: anew(newest),
      decided: anew(decided),
      texts: withDecision(anew(decided)),
      notJudged: all.size - answers.size,
    }
  }

  async function asRecorded() {
    const [past, texts] = await Promise.all([screenedPast(knex), screenedTexts(knex, { decided: true })])
    return { past, decided: past, texts: withDecision(texts), notJudged: 0 }
  }

  route(app, tryPolicy, { ...staff(['forum', 'settings']), keepAnswer: false }, async ({ body }) => {
    if (body.moderator === 'recorded') return tried(body, await asRecorded())
    return oneTrial(async () => tried(body, await judgedAnew(body)))
  })
}

type Past = Parameters<typeof trial>[1] & { notJudged: number }

const tried = ({ review, reject }: Asked, { notJudged, ...past }: Past) => ({
  ...trial({ review, reject }, past),
  notJudged,
})

const withDecision = <Row extends Pick<Screened, 'decision'>>(rows: readonly Row[]) =>
  rows.flatMap(({ decision, ...row }) => (decision === null ? [] : [{ ...row, decision }]))
