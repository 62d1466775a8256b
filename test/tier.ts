import { forgetOutcome, keepFailedParts } from './support/run/outcomes.ts'
import { runPart } from './support/run/run-part.ts'
import { tiers } from './support/run/tiers.ts'

/**
 * `node test/tier.ts main` is `npm test`; `node test/tier.ts rest` is the rest of `npm run test:all`. Runs all parts, also
 * after one has failed, and repeats nothing. CONTRIBUTING.md says what is in which tier.
 */
const parts = Object.entries(tiers[process.argv[2] ?? ''] ?? {})
if (parts.length === 0) throw new Error(`Name a tier: ${Object.keys(tiers).join(' or ')}.`)

const results = parts.map(([name, { command, env }]) => {
  forgetOutcome(name)
  const startedAt = performance.now()
  const isGood = runPart(name, command, env)
  return { name, isGood, seconds: ((performance.now() - startedAt) / 1000).toFixed(0) }
})

keepFailedParts(results.filter(({ isGood }) => !isGood).map(({ name }) => name))
console.log(`\n${results.map(({ name, isGood, seconds }) => `${isGood ? '✓' : '✗'} ${name} ${seconds} s`).join(', ')}`)
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
