import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'

const derive = promisify(argon2)

/** Memory in KiB; OWASP Password Storage Cheat Sheet, Argon2id, the 19 MiB configuration. */
export type Argon2Cost = { memory: number; passes: number; parallelism: number }
const owasp: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const saltBytes = 16
const tagBytes = 32

export type Passwords = {
  /** A PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Throws QueueFull. */
  hash(password: string): Promise<string>
  /** Does the same work for `null` (no such account), so that the timing reveals nothing. Throws QueueFull. */
  verify(password: string, phc: string | null): Promise<boolean>
  /** True when the hash was created with a different cost than the current one. */
  isOutdated(phc: string): boolean
  /** Argon2 runs so far. */
  runs(): number
}

/**
 * Argon2id on at most two of the four libuv threads, with a bounded queue behind them, so that a flood of sign-ins does
 * not slow down files and pages.
 */
export function createPasswords({
  cost = owasp,
  running = 2,
  waiting = 40,
}: {
  cost?: Argon2Cost
  running?: number
  waiting?: number
} = {}): Passwords {
  const semaphore = createSemaphore({
    running,
    waiting,
    whenFull: 'Too many people are signing in right now. Please try again in a few seconds.',
  })
  let runs = 0

  const run = (password: string, nonce: Buffer, { memory, passes, parallelism }: Argon2Cost, tagLength: number) =>
    semaphore(() => {
      runs++
      return derive('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength })
    })

  // For unknown accounts: a hash whose password is random and discarded.
  const unknownAccount: Parsed = { cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      const tag = await run(composed(password), salt, cost, tagBytes)
      const { memory, passes, parallelism } = cost
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
    },
    async verify(password, phc) {
      const known = phc === null ? unknownAccount : parse(phc)
      const isRight = async (form: string) =>
        timingSafeEqual(await run(form, known.salt, known.cost, known.tag.length), known.tag)
      const form = composed(password)
      // Older hashes are of the password as it was typed.
      const matches = (await isRight(form)) || (form !== password && (await isRight(password)))
      return matches && phc !== null
    },
    isOutdated(phc) {
      const { memory, passes, parallelism } = parse(phc).cost
      return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
    },
    runs: () => runs,
  }
}

/** Keyboards spell the same letter differently: é as one character on Windows, as two on a Mac. */
export const composed = (password: string) => password.normalize('NFC')

type Parsed = { cost: Argon2Cost; salt: Buffer; tag: Buffer }

const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,64})\$([A-Za-z\d+/]{22,128})$/

/** The PHC string format uses base64 without padding. */
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function parse(phc: string): Parsed {
  const [, memory, passes, parallelism, salt, tag] = shape.exec(phc) ?? []
  if (salt === undefined || tag === undefined) throw new Error('A password hash in app.accounts is malformed.')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
