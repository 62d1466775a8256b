import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/**
 * `npm run check`: these scripts of package.json at the same time, each with its whole output as soon as it ends. Fails
 * if one of them fails.
 */
const scripts = ['lint', 'types', 'types:astro', 'english', 'dead-code']

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
