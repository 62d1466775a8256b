import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Product } from './product.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'unsubscribe-token.ts')

/** The token in an email to an address; `confirm`: in the email that asks the recipient to confirm it. */
export async function mailToken({ folder }: Product, email: string, ...purpose: 'confirm'[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: folder }
  return (await run(process.execPath, [script, email, ...purpose], { env })).stdout.trim()
}
