import type { ReplayRequest } from '../../contract/fitness-replay.ts'
import type { FitnessFormula } from '../../contract/genetic-analytics.ts'
import { paths } from './paths.ts'

export type GeneticsTab = 'analytics' | 'replay'

/** The tab that an address names; a replay may be chosen in it. */
export const geneticsTabIn = (search: string): GeneticsTab =>
  new URLSearchParams(search).get('tab') === 'replay' ? 'replay' : 'analytics'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const inRange = (value: number, low: number, high: number) => value >= low && value <= high

/** The replay in an address; null when it names no complete formula. */
export function replayFrom(search: string): ReplayRequest | null {
  const query = new URLSearchParams(search)
  const numberIn = (name: string) => (query.get(name)?.trim() ? Number(query.get(name)) : Number.NaN)
  const weights = { donation: numberIn('donation'), volunteer: numberIn('volunteer'), time: numberIn('time') }
  const timeCap = 1000 * numberIn('cap')
  if (!Object.values(weights).every((weight) => inRange(weight, 0, 1000)) || !inRange(timeCap, 1000, 30_000))
    return null
  const dayIn = (name: string) => {
    const day = query.get(name)
    return day !== null && dayPattern.test(day) ? day : null
  }
  return {
    weights,
    timeCap: Math.round(timeCap),
    from: dayIn('from'),
    to: dayIn('to'),
    bots: query.get('bots') === 'in' ? 'in' : 'out',
    split: query.get('split') === 'uniform' ? 'uniform' : 'thompson',
  }
}

/** The address of a replay: `replayFrom` the other way around. */
export function replayAddress({ weights, timeCap, from, to, bots, split }: ReplayRequest): string {
  const query = new URLSearchParams({ tab: 'replay' })
  for (const [name, weight] of Object.entries(weights)) query.set(name, String(weight))
  query.set('cap', String(timeCap / 1000))
  if (from !== null) query.set('from', from)
  if (to !== null) query.set('to', to)
  if (bots !== 'out') query.set('bots', bots)
  if (split !== 'thompson') query.set('split', split)
  return `${paths.geneticAnalytics}?${query}`
}

/** All visits by this formula, without bots. */
export const plainReplay = ({ weights, timeCap }: FitnessFormula): ReplayRequest => ({
  weights: { donation: weights.donation, volunteer: weights.volunteer, time: weights.time },
  timeCap,
  from: null,
  to: null,
  bots: 'out',
  split: 'thompson',
})

export const isSameFormula = (one: FitnessFormula, other: FitnessFormula) =>
  one.timeCap === other.timeCap &&
  (['donation', 'volunteer', 'time'] as const).every((name) => one.weights[name] === other.weights[name])
