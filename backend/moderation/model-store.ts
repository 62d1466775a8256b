import { createHash } from 'node:crypto'
import { bundledVersion } from './bundled-model.ts'
import type { Classification } from './classification.ts'
import { createClassificationThread } from './classification-thread.ts'
import { checkModel, InvalidModel } from './model-check.ts'

/** Model files that an admin added, by the SHA-256 of their bytes. */
export type ModelStore = {
  /** Version of the bundled model. */
  bundledVersion: string
  /** Checks a file and stores it. Throws InvalidModel. */
  keep(bytes: Uint8Array): Promise<{ model: string; digest: string; bytes: number }>
  remove(digest: string): Promise<void>
  /**
   * Uses this model, or the bundled one for null and whenever this one is missing or unusable. Rejects with QueueFull
   * or WorkerFailed when there is no answer in time.
   */
  classify(text: string, digest: string | null): Promise<Classification>
  isUsable(digest: string): Promise<boolean>
  close(): Promise<void>
}

/** Where the files are stored, by digest; every process sees the same ones. */
export type ModelFiles = {
  read(digest: string): Promise<Uint8Array | null>
  write(digest: string, file: Uint8Array): Promise<void>
  remove(digest: string): Promise<void>
}

/** All slow work runs in a thread: classification-thread.ts, model-check.ts. */
export function createModelStore({
  files,
  onFailure = () => {},
  ...limits
}: {
  files: ModelFiles
  /** Called with the reason why the bundled model was used instead; never with the post in it. */
  onFailure?(reason: string): void
} & Partial<Pick<Parameters<typeof createClassificationThread>[0], 'waiting' | 'timeout'>>): ModelStore {
  const thread = createClassificationThread({
    async read(digest) {
      const file = await files.read(digest)
      return file !== null && digestOf(file) === digest ? file : null
    },
    ...limits,
  })
  return {
    bundledVersion: bundledVersion(),
    async keep(file) {
      const model = await checkModel(file)
      if (model === bundledVersion())
        throw new InvalidModel('This version ships with the site, so it is already in the list.')
      const digest = digestOf(file)
      await files.write(digest, file)
      return { model, digest, bytes: file.length }
    },
    async remove(digest) {
      await files.remove(digest)
      thread.forget(digest)
    },
    async classify(text, digest) {
      const { classification, failure } = await thread.classify(text, digest)
      if (failure !== null) onFailure(failure)
      return classification
    },
    isUsable: thread.isUsable,
    close: thread.close,
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
