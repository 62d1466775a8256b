import { execFile } from 'node:child_process'
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** Signs the hash of a seal with Ed25519 (64 bytes); rejects when it cannot, or `signal` aborts. */
export type Signer = { publicKey: KeyObject; sign(hash: Buffer, signal?: AbortSignal): Promise<Buffer> }

export const createKeySigner = (privateKey: KeyObject): Signer => ({
  publicKey: createPublicKey(privateKey),
  sign: async (hash) => sign(null, hash, privateKey),
})

/** The program that holds the key did not sign. The message says why in one sentence, without the program’s output. */
export class SigningFailed extends Error {
  override readonly name = 'SigningFailed'
  constructor(reason: string) {
    super(`SEAL_KEY_COMMAND ${reason}. The seals wait; run it by hand to see what is wrong.`)
  }
}

const maxOutput = 4096 // bytes

/**
 * A program that holds the key: it gets the 32 bytes of the hash on standard input and prints the signature in base64.
 * `command` is the program and its arguments; no shell reads them. `sign` rejects with SigningFailed.
 */
export function createCommandSigner({
  command: [program, ...parameters],
  publicKey,
  environment,
  timeout = 10_000,
}: {
  command: readonly [string, ...string[]]
  publicKey: KeyObject
  /** The program’s whole environment. */
  environment: Record<string, string | undefined>
  /** Milliseconds. */
  timeout?: number
}): Signer {
  const run = (input: Buffer, signal?: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      const limits = { timeout, maxBuffer: maxOutput, killSignal: 'SIGKILL' } as const
      const child = execFile(program, parameters, { ...limits, env: environment, signal }, (error, output) =>
        error === null ? resolve(output) : reject(new SigningFailed(reasonOf(error, timeout))),
      )
      child.stdin?.on('error', () => {}) // it ended without reading; its exit code says why
      child.stdin?.end(input)
    })
  return {
    publicKey,
    async sign(hash, signal) {
      const output = (await run(hash, signal)).replaceAll(/\s/g, '')
      const signature = Buffer.from(output, 'base64')
      if (!/^[\w+/-]{86}(==)?$/.test(output) || signature.length !== 64)
        throw new SigningFailed('did not print a signature of 64 bytes in base64')
      if (!verify(null, hash, publicKey, signature))
        throw new SigningFailed('signed with another key than SEAL_PUBLIC_KEY')
      return signature
    },
  }
}

type Failure = Error & { code?: unknown; killed?: boolean; signal?: unknown }

function reasonOf({ name, code, killed, signal }: Failure, timeout: number): string {
  if (name === 'AbortError') return 'was stopped'
  if (code === 'ENOENT') return 'names a program that does not exist'
  if (code === 'EACCES') return 'names a program that may not be executed'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `printed more than ${maxOutput} bytes`
  if (killed) return `did not answer within ${timeout / 1000} s`
  return typeof code === 'number' ? `ended with exit code ${code}` : `was ended by ${String(signal ?? code)}`
}
