import type { Challenge } from '../../../records/http/proof-of-work.ts'
import { HttpProblem } from './problem.ts'

export type Taken = { taken: number; wait: number }

/** Counts a call against a budget, in ten minutes; `most`: counting stops one beyond it. */
export type Count = (name: string, max: number, seconds: number) => Promise<Taken>

/** 429; `wait`: seconds. */
export function tooMany(message: string, wait: number, details: { challenge?: Challenge } = {}): HttpProblem {
  return new HttpProblem(429, message, { headers: { 'retry-after': String(wait) }, details })
}

export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
