import { globSync } from 'node:fs'
import { importKinds } from '../records/import-kinds.ts'
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
import { benchLighthouse, lighthousePages, lighthouseTable } from './lighthouse.ts'
import { benchModeration, moderationTable } from './moderation.ts'
import { benchNewBytes, newBytesTable } from './new-bytes.ts'
import { benchPageVariations, pageVariationsTable } from './page-variations.ts'
import { benchPageViewLog, pageViewLogTable } from './page-view-log.ts'
import { consoleTable, measureConsole, measurePageWeights, pageWeightTable } from './page-weight.ts'
import { benchPeople, peopleTable } from './people.ts'
import { benchPrayers, prayersTable } from './prayers.ts'
import { benchRealServers, realServersTable } from './real-servers.ts'
import { benchRebuild, rebuildTable } from './rebuild.ts'
import { benchSignInTimes, signInTimesTable } from './sign-in-times.ts'
import type { Sizes } from './sizes.ts'
import { benchStaticPage, staticPageTable } from './static-page.ts'
import { benchTraffic, trafficTable } from './traffic.ts'
import { benchTwoProcesses, twoProcessesTable } from './two-processes.ts'
import { benchVisibility, visibilityTable } from './visibility.ts'

export type Benchmark = {
  /** Its options, with the values that docs/performance.md shows. */
  full: Sizes
  /** The values with which `npm run test:rest` runs it, to see that it works; the figures say nothing. */
  smallest: Sizes
  /** A program that it needs and that is not here; only this machine can tell. */
  missing?: string
  /** `given`: options that replace those of `from`. `keep` writes files beside the table. */
  measure(from: 'full' | 'smallest', given: Sizes): Promise<{ table: string; keep(): void }>
}

function benchmark<Own extends Sizes, Figures>(
  bench: (sizes: Own) => Promise<Figures>,
  show: (figures: Figures) => string,
  sizes: { full: NoInfer<Own>; smallest: NoInfer<Own> },
  keep: (figures: Figures) => void = () => {},
): Benchmark {
  return {
    ...sizes,
    async measure(from, given) {
      const figures = await bench(Object.assign({}, sizes[from], given))
      return { table: show(figures), keep: () => keep(figures) }
    },
  }
}

async function benchPageWeights(_sizes: Sizes) {
  return { pages: await measurePageWeights(), tabs: await measureConsole() }
}

/** Every benchmark by its name. Rounds, seconds and rows are what the functions say they are. */
export const benchmarks: { [name: string]: Benchmark } = {
  'static-page': benchmark(benchStaticPage, staticPageTable, {
    full: { rounds: 5, seconds: 4 },
    smallest: { rounds: 1, seconds: 1 },
  }),
  'page-weight': benchmark(
    benchPageWeights,
    ({ pages, tabs }) => `${pageWeightTable(pages)}\n\n${consoleTable(tabs)}`,
    { full: {}, smallest: {} },
  ),
  lighthouse: benchmark(benchLighthouse, lighthouseTable, {
    full: { rounds: 3, paths: lighthousePages },
    smallest: { rounds: 1, paths: ['/about'] },
  }),
  append: benchmark(benchAppend, appendTable, {
    full: { rounds: 15, ms: 1000, idleCount: 100 },
    smallest: { rounds: 1, ms: 100, idleCount: 5 },
  }),
  people: benchmark(benchPeople, peopleTable, {
    full: { repeats: 100, people: 100_000, entries: 1000 },
    smallest: { repeats: 3, people: 1000, entries: 100 },
  }),
  prayers: benchmark(benchPrayers, prayersTable, {
    full: { rounds: 5, seconds: 4 },
    smallest: { rounds: 1, seconds: 1 },
  }),
  visibility: benchmark(benchVisibility, visibilityTable, {
    full: { seconds: 10, perSecond: 200 },
    smallest: { seconds: 1, perSecond: 20 },
  }),
  'new-bytes': benchmark(benchNewBytes, newBytesTable, {
    full: { pages: [10, 1000], edits: 1000 },
    smallest: { pages: [3], edits: 3 },
  }),
  'real-servers': {
    ...benchmark(benchRealServers, realServersTable, {
      full: { rounds: 3, seconds: 3, commands: 100, idleSeconds: 40, settlingSeconds: 60 },
      smallest: { rounds: 1, seconds: 1, commands: 5, idleSeconds: 1, settlingSeconds: 0 },
    }),
    ...(globSync('/usr/lib/postgresql/*/bin/initdb').length === 0 && { missing: 'Debian’s package postgresql' }),
  },
  rebuild: benchmark(benchRebuild, rebuildTable, {
    full: { events: 500_000, rounds: 3, memory: [10_000, 1_000_000] },
    smallest: { events: 200, rounds: 1, memory: [200] },
  }),
  'as-of': benchmark(benchAsOf, asOfTable, {
    full: { events: 100_000, rounds: 3, memory: [10_000, 1_000_000] },
    smallest: { events: 200, rounds: 1, memory: [200] },
  }),
  'sign-in-times': benchmark(benchSignInTimes, signInTimesTable, { full: { rounds: 100 }, smallest: { rounds: 2 } }),
  traffic: benchmark(benchTraffic, trafficTable, {
    full: { rounds: 5, seconds: 3 },
    smallest: { rounds: 1, seconds: 0.1 },
  }),
  'admin-lists': benchmark(benchAdminLists, adminListsTable, {
    full: { repeats: 1000, small: 10_000, large: 100_000 },
    smallest: { repeats: 2, small: 5000, large: 10_000 },
  }),
  'console-tabs': benchmark(benchConsoleTabs, consoleTabsTable, {
    full: { rounds: 5, rows: 10_000 },
    smallest: { rounds: 1, rows: 100 },
  }),
  'email-campaigns-segments': benchmark(benchEmailCampaignSegments, emailCampaignSegmentsTable, {
    full: { people: 1_000_000, repeats: 100 },
    smallest: { people: 1000, repeats: 2 },
  }),
  'email-campaigns': benchmark(benchEmailCampaigns, emailCampaignsTable, {
    full: { people: 1_000_000, short: 10_000, mails: 3000, rounds: 3 },
    // More than a process that ends may have claimed: those rest until its lease is over.
    smallest: { people: 5000, short: 3000, mails: 50, rounds: 1 },
  }),
  imports: benchmark(benchImports, importsTable, {
    full: { rows: 100_000, kinds: importKinds, perSecond: 20, idleSeconds: 15 },
    smallest: { rows: 100, kinds: importKinds, perSecond: 20, idleSeconds: 1 },
  }),
  'page-variations': benchmark(benchPageVariations, pageVariationsTable, {
    full: { seeds: 24, marks: [2000, 10_000, 50_000], httpSeeds: 24, httpMarks: [2000, 10_000] },
    smallest: { seeds: 1, marks: [600], httpSeeds: 1, httpMarks: [50] },
  }),
  'fitness-replay': benchmark(benchFitnessReplay, fitnessReplayTable, {
    full: { views: 1_000_000 },
    smallest: { views: 1000 },
  }),
  'page-view-log': benchmark(benchPageViewLog, pageViewLogTable, {
    full: { views: 50_000 },
    smallest: { views: 200 },
  }),
  moderation: benchmark(benchModeration, moderationTable, { full: { rounds: 2000 }, smallest: { rounds: 10 } }),
  'two-processes': benchmark(benchTwoProcesses, twoProcessesTable, {
    full: { rounds: 5, seconds: 4 },
    smallest: { rounds: 1, seconds: 1 },
  }),
  growth: benchmark(
    benchGrowth,
    (figures) => `${growthTable(figures)}\n\n![What each operation costs as the log grows](images/growth.svg)`,
    { full: { sizes: [10_000, 100_000, 1_000_000], starts: 3 }, smallest: { sizes: [1000], starts: 1 } },
    writeGrowthChart,
  ),
  'cold-start': benchmark(benchColdStart, coldStartTable, { full: { rounds: 5 }, smallest: { rounds: 1 } }),
}
