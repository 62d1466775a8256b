import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { adminListsTable, benchAdminLists } from './admin-lists.ts'
import { appendTable, benchAppend } from './append.ts'
import { asOfTable, benchAsOf } from './as-of.ts'
import { benchColdStart, coldStartTable } from './cold-start.ts'
import { benchConsoleTabs, consoleTabsTable } from './console-tabs.ts'
import { benchEmailCampaigns, emailCampaignsTable } from './email-campaigns.ts'
import { benchEmailCampaignSegments, emailCampaignSegmentsTable } from './email-campaigns-segments.ts'
import { benchFitnessReplay, fitnessReplayTable } from './fitness-replay.ts'
import { benchGrowth, growthTable, writeGrowthChart } from './growth.ts'
import { benchImports, importsTable } from './imports.ts'
import { benchLighthouse, lighthouseTable } from './lighthouse.ts'
import { benchModeration, moderationTable } from './moderation.ts'
import { benchPageVariations, pageVariationsTable } from './page-variations.ts'
import { benchPageViewLog, pageViewLogTable } from './page-view-log.ts'
import { consoleTable, measureConsole, measurePageWeights, pageWeightTable } from './page-weight.ts'
import { benchPrayers, prayersTable } from './prayers.ts'
import { benchRealServers, realServersTable } from './real-servers.ts'
import { benchRebuild, rebuildTable } from './rebuild.ts'
import { benchSignInTimes, signInTimesTable } from './sign-in-times.ts'
import { benchStaticPage, staticPageTable } from './static-page.ts'
import { benchTraffic, trafficTable } from './traffic.ts'
import { benchTwoProcesses, twoProcessesTable } from './two-processes.ts'
import { benchVisibility, visibilityTable } from './visibility.ts'

/** `npm run bench [-- name …]`: measures, prints, and updates the tables in docs/performance.md and docs/scaling.md. */
const benchmarks: Record<string, () => Promise<string>> = {
  'static-page': async () => staticPageTable(await benchStaticPage()),
  'page-weight': async () =>
    `${pageWeightTable(await measurePageWeights())}\n\n${consoleTable(await measureConsole())}`,
  lighthouse: async () => lighthouseTable(await benchLighthouse()),
  append: async () => appendTable(await benchAppend()),
  prayers: async () => prayersTable(await benchPrayers()),
  visibility: async () => visibilityTable(await benchVisibility()),
  'real-servers': async () => realServersTable(await benchRealServers()),
  rebuild: async () => rebuildTable(await benchRebuild()),
  'as-of': async () => asOfTable(await benchAsOf()),
  'sign-in-times': async () => signInTimesTable(await benchSignInTimes()),
  traffic: async () => trafficTable(await benchTraffic()),
  'admin-lists': async () => adminListsTable(await benchAdminLists()),
  'console-tabs': async () => consoleTabsTable(await benchConsoleTabs()),
  'email-campaigns-segments': async () => emailCampaignSegmentsTable(await benchEmailCampaignSegments()),
  'email-campaigns': async () => emailCampaignsTable(await benchEmailCampaigns()),
  imports: async () => importsTable(await benchImports()),
  'page-variations': async () => pageVariationsTable(await benchPageVariations()),
  'fitness-replay': async () => fitnessReplayTable(await benchFitnessReplay()),
  'page-view-log': async () => pageViewLogTable(await benchPageViewLog()),
  moderation: async () => moderationTable(await benchModeration()),
  'two-processes': async () => twoProcessesTable(await benchTwoProcesses()),
  growth: async () => {
    const figures = await benchGrowth()
    writeGrowthChart(figures)
    return `${growthTable(figures)}\n\n![What each operation costs as the log grows](images/growth.svg)`
  },
  'cold-start': async () => coldStartTable(await benchColdStart()),
}

const page = (name: string) => join(import.meta.dirname, '..', 'docs', `${name}.md`)
const pageOf = (benchmark: string) => page(benchmark === 'growth' ? 'scaling' : 'performance')

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function keep(name: string, text: string): void {
  const file = pageOf(name)
  const whole = readFileSync(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = whole.indexOf(start)
  const to = whole.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no section ${name}. Add ${start} and ${end}.`)
  writeFileSync(file, `${whole.slice(0, from + start.length)}\n${text}\n${whole.slice(to)}`)
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !benchmarks[name])
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known benchmarks: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
for (const [name, measure] of Object.entries(benchmarks)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.log(`\n${name} …`)
  const figures = await measure()
  console.log(figures)
  const [processor] = cpus()
  const where = `${availableParallelism()} cores of ${processor?.model ?? 'an unknown processor'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the end`
  const when = new Date().toISOString().slice(0, 10)
  keep(name, `\n${figures}\n\n_${when}, commit ${commit}, \`npm run bench -- ${name}\`; ${where}._\n`)
}
// Formats tables and line breaks, so that the page passes the checks.
execFileSync('npx', ['biome', 'format', '--write', page('performance'), page('scaling')])
process.exit()
