import { createWorkerQueue } from '../kernel/concurrency/worker-queue.ts'

export type StrengthTask = { password: string; own: string[] }
/** `guesses`: the decimal logarithm of how many a program needs that knows these words of the person. */
export type Strength = { isCommon: boolean; guesses: number }

/**
 * Strength of a password against guessing, measured in a worker thread: some passwords take long to analyze, and the
 * dictionaries leave memory a minute after the last check. Its queue is as long as that of Argon2.
 */
const thread = createWorkerQueue<StrengthTask, Strength>({
  file: new URL('./password-strength-worker.ts', import.meta.url),
  waiting: 40,
  timeout: 5000,
  idle: 60_000,
  whenFull: 'Too many people are signing in right now. Please try again in a few seconds.',
})

/** Throws QueueFull, and WorkerFailed when there is no answer in time. */
export const strengthOf = (password: string, own: string[]): Promise<Strength> => thread.ask({ password, own })
