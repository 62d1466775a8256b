import { addFlaky, failedParts, flakyFiles, forgetFlaky, outcomeOf } from './support/run/outcomes.ts'
import { repeat } from './support/run/repeat.ts'
import { runPart } from './support/run/run-part.ts'
import { type Part, tiers } from './support/run/tiers.ts'

/**
 * For .ci/run only. Without an argument: runs the files that failed in the last tier once more, alone; fails unless
 * they pass then. `clear` forgets the flaky files of earlier runs; `flaky` prints those of this one, and of another machine
 * that are named behind it.
 */
function passes(name: string, part: Part): boolean {
  const result = repeat(part, outcomeOf(name), (command, env) => runPart(name, command, env))
  if ('reason' in result) console.log(`✗ ${name}: ${result.reason}`)
  else addFlaky(result.flaky)
  return 'flaky' in result
}

const [word, ...others] = process.argv.slice(2)
if (word === 'clear') forgetFlaky()
else if (word === 'flaky') {
  const files = [...new Set([...others, ...flakyFiles()])]
  if (files.length > 0) console.log(`flaky: ${files.join(' ')}`)
} else {
  const parts: [string, Part][] = Object.values(tiers).flatMap((tier) => Object.entries(tier))
  const failed = parts.filter(([name]) => failedParts().includes(name))
  const results = failed.map(([name, part]) => passes(name, part))
  process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1
}
