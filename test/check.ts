import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * `npm run check`: these scripts of package.json at the same time, each with its whole output as soon as it ends. Fails
 * if one of them fails.
 */
const scripts = ['lint', 'types', 'types:astro', 'english', 'dead-code']

// The drivers have types of their own, which `npm ci` does not bring (decision 0091).
if (existsSync(join(import.meta.dirname, 'engines', 'node_modules', '.package-lock.json')))
  scripts.push('types:engines')
else console.log('– npm run types:engines is left out: `npm run test:engines` installs what it needs, and checks it.')

async function run(script: string): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(`npm run --silent ${script} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = (await text(child.stdout)).trim()
  const isGood = (await code) === 0
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isGood ? '✓' : '✗'} npm run ${script} (${seconds} s)${output && `\n${output}`}`)
  return isGood
}

const results = await Promise.all(scripts.map(run))
process.exitCode = results.every(Boolean) ? 0 : 1
