import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classify } from '../backend/moderation/classifier.ts'
import { decodeModel } from '../backend/moderation/model-file.ts'
import { readWrittenPosts } from '../moderation-training/written-posts.ts'
import { median, quantile, readable, table } from './support.ts'

const file = join(import.meta.dirname, '..', 'backend', 'moderation', 'model.bin')
const length = 10_000 // characters of a long post

export type ModerationFigures = {
  /** Milliseconds to read and decode the model, median of 20. */
  load: number
  /** Per kind of post: milliseconds at the median and the 99th percentile. */
  posts: { kind: string; median: number; p99: number }[]
}

/** Time to load the model and to classify posts: short, long, and adversarially slow ones. */
export async function benchModeration({ rounds }: { rounds: number }): Promise<ModerationFigures> {
  const load = Array.from({ length: 20 }, () => timed(() => decodeModel(readFileSync(file))))
  const model = decodeModel(readFileSync(file))
  const forumPosts = (await readWrittenPosts()).validation
    .filter(({ source }) => source === 'examples-unseen-forum')
    .map(({ text }) => text)
  const long = (from: number) => {
    let text = ''
    for (let at = from; text.length < length; at++) text += `${forumPosts[at % forumPosts.length]} `
    return text.slice(0, length)
  }
  const fill = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
  const hostile = [
    'a b ',
    'killyouidiot',
    'qzxv wqjk ',
    '🤡👩🏿‍🦽',
    '1 ',
    'a@',
    'а́',
    '765-555-0142 ',
    'f*',
    '\ud83d',
  ].map(fill)
  const kinds: [kind: string, count: number, text: (round: number) => string][] = [
    ['a forum post', rounds, (round) => forumPosts[(round * 7) % forumPosts.length] ?? ''],
    ['10,000 characters', Math.ceil(rounds / 10), (round) => long(round * 13)],
    ['10,000 hostile characters', Math.ceil(rounds / 10), (round) => hostile[round % hostile.length] ?? ''],
  ]
  const posts = kinds.map(([kind, count, text]) => {
    const texts = Array.from({ length: count }, (_, round) => text(round))
    for (const warm of texts.slice(0, 200)) classify(warm, model)
    const taken = texts.map((one) => timed(() => classify(one, model)))
    return { kind, median: median(taken), p99: quantile(taken, 0.99) }
  })
  return { load: median(load), posts }
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

export function moderationTable({ load, posts }: ModerationFigures): string {
  const rows = posts.map(({ kind, median, p99 }) => [kind, readable(median), readable(p99)])
  return `${table(['post', 'median ms', 'p99 ms'], rows)}\n\nThe model loads in ${readable(load)} ms (limit: 300).`
}
