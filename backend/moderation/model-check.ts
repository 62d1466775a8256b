import { Worker } from 'node:worker_threads'
import { errorNames } from '../../records/http/error-names.ts'
import { threadEnvironment } from '../kernel/concurrency/thread-environment.ts'

/** The file is not a model this release can use; the message is one sentence for the admin. */
export class InvalidModel extends Error {
  override readonly name = errorNames.invalidModel
}

/** A model has some 4.6 MB. */
export const maxModelBytes = 5 * 1024 * 1024

const unreadable = 'This release cannot read this model file. Choose one written by npm run moderation:train.'
const unsound = 'This model gives no usable answers. Train it again.'
const tooSlow = 'This model takes too long to answer. Train it again.'

const versionShape = /^\w[\w.-]{0,39}$/

let last: Promise<unknown> = Promise.resolve()

/**
 * The version of a model file, after it has classified sample texts in a thread of its own with limited memory and time.
 * One file at a time; nothing in it is ever executed. Throws InvalidModel.
 */
export function checkModel(bytes: Uint8Array, { timeout = 20_000 } = {}): Promise<string> {
  if (bytes.length > maxModelBytes) return Promise.reject(new InvalidModel('A model file can be at most 5 MB.'))
  const turn = last.then(() => check(bytes, timeout))
  last = turn.catch(() => {})
  return turn
}

async function check(bytes: Uint8Array, timeout: number): Promise<string> {
  const worker = new Worker(new URL('./model-check-worker.ts', import.meta.url), {
    workerData: bytes,
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<{ version: unknown; isUsable: boolean }>()
  worker.once('message', resolve)
  worker.once('error', () => reject(new InvalidModel(unreadable)))
  worker.once('exit', () => reject(new InvalidModel(unreadable)))
  const timer = setTimeout(() => reject(new InvalidModel(tooSlow)), timeout)
  try {
    const { version, isUsable } = await promise
    if (typeof version !== 'string' || !versionShape.test(version)) throw new InvalidModel(unreadable)
    if (!isUsable) throw new InvalidModel(unsound)
    return version
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
