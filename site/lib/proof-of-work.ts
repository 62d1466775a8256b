import type { Challenge } from '../../records/http/proof-of-work.ts'
import { $isProving } from './proving.ts'

/** Solves a challenge in a worker, so that the page stays usable; returns the value of the header. */
export async function prove(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' })
  $isProving.set(true)
  try {
    const nonce = await new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
      worker.onerror = () => reject(new Error('The proof of work failed.'))
      worker.postMessage(challenge)
    })
    return `${challenge.token} ${nonce}`
  } finally {
    worker.terminate()
    $isProving.set(false)
  }
}
