import { createWorkerQueue } from '../concurrency/worker-queue.ts'

export type StrengthTask = { password: string; own: string[] }

/**
 * How well a password withstands guessing, in a thread of its own: some passwords take long to take apart, and the
 * dictionaries leave memory again a minute after the last one. The line is as long as that of Argon2.
 */
const thread = createWorkerQueue<StrengthTask, number>({
  file: new URL('./password-strength-worker.ts', import.meta.url),
  waiting: 40,
  timeout: 5000,
  idle: 60_000,
  whenFull: 'Too many people are signing in right now. Please try again in a few seconds.',
})

/** The decimal logarithm of the guesses needed by somebody who knows these words of the person. Throws QueueFull. */
export const guessesFor = (password: string, own: string[]): Promise<number> => thread.ask({ password, own })
