import { createWorkerQueue } from '../kernel/concurrency/worker-queue.ts'
import { type ModelAnswer, maxDecoded, unusable } from './decoded-models.ts'

export type ClassificationTask = { text: string; digest: string | null } | { digest: string; file: Uint8Array }

export type ClassificationThread = {
  /**
   * Uses the model of this digest, whose file `read` returns, or the bundled one. Rejects with QueueFull or
   * WorkerFailed when there is no answer in time.
   */
  classify(text: string, digest: string | null): Promise<ModelAnswer>
  /** True when this release can use the file of this digest. */
  isUsable(digest: string): Promise<boolean>
  /** The file of this digest is gone. */
  forget(digest: string): void
  close(): Promise<void>
}

/**
 * Classifies in a worker thread, because a post of 10,000 characters would block the process for milliseconds. `read`:
 * the file of an added model; null when there is none. `timeout`: ms, of the whole wait.
 */
export function createClassificationThread({
  read,
  waiting = 200,
  timeout = 5000,
}: {
  read(digest: string): Promise<Uint8Array | null>
  waiting?: number
  timeout?: number
}): ClassificationThread {
  const queue = createWorkerQueue<ClassificationTask, ModelAnswer | boolean>({
    file: new URL('./classification-worker.ts', import.meta.url),
    waiting,
    timeout,
    whenFull: 'Many people are posting right now. Please try again in a few seconds.',
  })
  /** Digests of the files that the thread has, oldest first; it keeps as many. */
  const given = new Map<string, Promise<boolean>>()

  /** A digest always means the same file, so that a decoded model never goes stale. */
  function give(digest: string): Promise<boolean> {
    const kept = given.get(digest)
    const giving = kept ?? load(digest)
    given.delete(digest)
    given.set(digest, giving)
    for (const oldest of [...given.keys()].slice(0, -maxDecoded)) given.delete(oldest)
    const forget = () => given.get(digest) === giving && given.delete(digest)
    // The file is missing, altered, or made for another release; it is looked up again the next time.
    if (!kept) giving.then((isUsable) => isUsable || forget(), forget)
    return giving
  }

  async function ask(text: string, digest: string | null): Promise<ModelAnswer> {
    const answer = await queue.ask({ text, digest })
    if (typeof answer === 'boolean') throw new Error('The thread answered another question.')
    return answer
  }

  async function load(digest: string): Promise<boolean> {
    const file = await read(digest)
    return file !== null && (await queue.ask({ digest, file })) === true
  }

  return {
    async classify(text, digest) {
      if (digest !== null && !(await give(digest))) return { ...(await ask(text, null)), failure: unusable }
      const answer = await ask(text, digest)
      if (answer.failure === null || digest === null) return answer
      // A new thread has no models, so it gets them again.
      given.delete(digest)
      await give(digest)
      return ask(text, digest)
    },
    isUsable: give,
    forget: (digest) => void given.delete(digest),
    close: queue.close,
  }
}
