import { Worker } from 'node:worker_threads'

/** What was sent is no model of ours; the message is one sentence for the admin. */
export class UnfitModel extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnfitModel'
  }
}

/** Bytes; a model has 3.8 MB. */
export const mostModelBytes = 5 * 1024 * 1024

const unreadable =
  'This is no model file that this release can read. Choose the one that npm run moderation:train has written.'
const unsound = 'This model gives no usable verdicts: train it again.'
const tooSlow = 'This model takes too long to judge: train it again.'

const versionShape = /^\w[\w.-]{0,39}$/

let last: Promise<unknown> = Promise.resolve()

/**
 * The version of a model file, once it has judged some texts in a thread of its own, with little memory and an end set
 * to its time. One file at a time. Nothing in it is ever run. Throws UnfitModel.
 */
export function checkModel(bytes: Uint8Array, { patience = 20_000 } = {}): Promise<string> {
  if (bytes.length > mostModelBytes) return Promise.reject(new UnfitModel('A model file has 5 MB at most.'))
  const turn = last.then(() => check(bytes, patience))
  last = turn.catch(() => {})
  return turn
}

async function check(bytes: Uint8Array, patience: number): Promise<string> {
  const worker = new Worker(new URL('./model-check-worker.ts', import.meta.url), {
    workerData: bytes,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<{ version: unknown; isUsable: boolean }>()
  worker.once('message', resolve)
  worker.once('error', () => reject(new UnfitModel(unreadable)))
  worker.once('exit', () => reject(new UnfitModel(unreadable)))
  const timer = setTimeout(() => reject(new UnfitModel(tooSlow)), patience)
  try {
    const { version, isUsable } = await promise
    if (typeof version !== 'string' || !versionShape.test(version)) throw new UnfitModel(unreadable)
    if (!isUsable) throw new UnfitModel(unsound)
    return version
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
