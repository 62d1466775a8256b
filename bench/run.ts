import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { benchmarks } from './benchmarks.ts'
import { optionsOf, sizesFrom } from './sizes.ts'

const help = `npm run bench [-- NAME … --OPTION=VALUE …]

Measures, prints tables, and writes them to docs/performance.md and docs/scaling.md. With --smallest or options of a benchmark,
such as '-- append --rounds=3', it only prints. --smallest runs every benchmark in a few seconds, to see that it works.

Options of each benchmark and their usual values:

${Object.entries(benchmarks)
  .map(([name, { full }]) => `  ${name} ${optionsOf(full)}`)
  .join('\n')}`

const page = (name: string) => join(import.meta.dirname, '..', 'docs', `${name}.md`)
const pageOf = (benchmark: string) => page(benchmark === 'growth' ? 'scaling' : 'performance')

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function keepTable(name: string, text: string): void {
  const file = pageOf(name)
  const whole = readFileSync(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = whole.indexOf(start)
  const to = whole.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no section ${name}. Add ${start} and ${end}.`)
  writeFileSync(file, `${whole.slice(0, from + start.length)}\n${text}\n${whole.slice(to)}`)
}

function end(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

const typed = process.argv.slice(2)
if (typed.includes('--help')) end(help, 0)
const from = typed.includes('--smallest') ? 'smallest' : 'full'
const options = typed.filter((word) => word.startsWith('--') && word !== '--smallest')
const named = typed.filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !benchmarks[name])
if (unknown.length > 0) end(`Unknown benchmark: ${unknown.join(', ')}.\n\n${help}`, 2)

await ensureBuilt(() => console.log('The site is built first.'))
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
const isKept = from === 'full' && options.length === 0
const failed: string[] = []
for (const [name, { full, missing, measure }] of Object.entries(benchmarks)) {
  if (named.length > 0 && !named.includes(name)) continue
  if (from === 'smallest' && missing) {
    console.log(`\n${name} is left out: ${missing} is not installed.`)
    continue
  }
  console.log(`\n${name} …`)
  const startedAt = performance.now()
  try {
    const { table, keep } = await measure(from, sizesFrom(options, full))
    console.log(table)
    const wrong = /\b(?:NaN|undefined|Infinity)\b/.exec(table)
    if (wrong) throw new Error(`The table of ${name} says ${wrong[0]}.`)
    if (isKept) {
      const [processor] = cpus()
      const where = `${availableParallelism()} cores of ${processor?.model ?? 'an unknown processor'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the end`
      const when = new Date().toISOString().slice(0, 10)
      keepTable(name, `\n${table}\n\n_${when}, commit ${commit}, \`npm run bench -- ${name}\`; ${where}._\n`)
      keep()
    }
  } catch (error) {
    console.error(error)
    failed.push(name)
  }
  console.log(`${name} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
}
// Formats tables and line breaks, so that the page passes the checks.
if (isKept) execFileSync('npx', ['biome', 'format', '--write', page('performance'), page('scaling')])
if (failed.length > 0) end(`Failed: ${failed.join(', ')}.`, 1)
process.exit()
