import { randomUUID } from 'node:crypto'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { alternate, latencies, median, medianRatio, table } from './support.ts'

export type SignInTimes = { [question: string]: { known: number; unknown: number; ratio: number } }

const password = 'a quiet lane by the mill'

/**
 * Measurements open to an outsider: response times in milliseconds for an address with an account and one without,
 * alternating, over real HTTP against the product as started. Equal times reveal nothing.
 */
export async function benchSignInTimes({ rounds }: { rounds: number }): Promise<SignInTimes> {
  const folder = temporaryDataFolder()
  const app = await createTestApp({ http: 'socket', folder })
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${app.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
  }
  try {
    const email = 'known@example.org'
    await post('register', { email, password, firstName: 'Ada', lastName: 'Byron' })
    const questions: Record<string, (email: string) => Promise<void>> = {
      'wrong password': (address) => post('login', { email: address, password: 'not the one' }),
      'magic link': (address) => post('magic-link/send', { email: address }),
    }
    const times: SignInTimes = {}
    for (const [question, ask] of Object.entries(questions)) {
      const of = (address: () => string) => async () => median(await latencies(() => ask(address()), 1))
      const contestants = new Map([
        ['known', of(() => email)],
        ['unknown', of(() => `${randomUUID()}@example.org`)],
      ] as const)
      const figures = await alternate(contestants, rounds)
      const [known = [], unknown = []] = [figures.get('known'), figures.get('unknown')]
      times[question] = { known: median(known), unknown: median(unknown), ratio: medianRatio(known, unknown) }
    }
    return times
  } finally {
    await app.stop()
    await folder.remove()
  }
}

export const signInTimesTable = (times: SignInTimes): string =>
  table(
    ['Asked with', 'known address, ms', 'unknown address, ms', 'known to unknown'],
    Object.entries(times).map(([question, { known, unknown, ratio }]) => [
      question,
      known,
      unknown,
      `${ratio.toFixed(2)} x`,
    ]),
  )
