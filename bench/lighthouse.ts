import { chromium } from '@playwright/test'
import { freePort } from '../backend/kernel/database/embedded/process.ts'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { readyBrowser } from '../test/support/browser/browser.ts'
import { lighthouse, type Result } from './peers/lighthouse.ts'
import { median, table } from './support.ts'

/** Scores from 0 to 100; `lcp` and `tbt` in milliseconds on Lighthouse's simulated slow phone, `cls` without a unit. */
type Figures = Record<'performance' | 'accessibility' | 'bestPractices' | 'seo' | 'lcp' | 'cls' | 'tbt', number>
export type LighthouseFigures = { path: string; figures: Figures /** Audits that lost points. */; lost: string[] }[]

export const lighthousePages = [
  '/',
  '/about',
  '/issues',
  '/volunteer',
  '/news',
  '/news/1',
  '/events',
  '/events/2',
  '/donate',
  '/prayers',
  '/endorsements',
  '/privacy',
  '/terms',
]

/**
 * Runs Lighthouse with its simulated phone on each public page of a running product with demo content; medians over the
 * rounds.
 */
export async function benchLighthouse({
  paths,
  rounds,
}: {
  paths: readonly string[]
  rounds: number
}): Promise<LighthouseFigures> {
  const folder = temporaryDataFolder()
  const app = await createTestApp({ http: 'socket', folder, env: { DEMO_CONTENT: 'on' } })
  const port = await freePort()
  const browser = await chromium.launch({
    ...readyBrowser(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  })
  try {
    const results: LighthouseFigures = []
    for (const path of paths) {
      const reports: Result[] = []
      for (let round = 0; round < rounds; round++) reports.push(await look(app.url + path, port))
      const of = (figure: keyof Figures) => median(reports.map((report) => figuresOf(report)[figure]))
      const [performance, accessibility, bestPractices, seo] = [
        of('performance'),
        of('accessibility'),
        of('bestPractices'),
        of('seo'),
      ]
      const figures = { performance, accessibility, bestPractices, seo, lcp: of('lcp'), cls: of('cls'), tbt: of('tbt') }
      results.push({ path, figures, lost: [...new Set(reports.flatMap(lostPoints))] })
    }
    return results
  } finally {
    await browser.close()
    await app.stop()
    await folder.remove()
  }
}

/** Chromium now and then starts a trace after the navigation; Lighthouse itself asks for another run then. */
const lateTrace = 'NO_NAVSTART'

async function look(url: string, port: number, tries = 3): Promise<Result> {
  const run = await lighthouse(url, { port, output: 'json', logLevel: 'error', formFactor: 'mobile' })
  const fault = run ? run.lhr.runtimeError : { code: 'NO_REPORT', message: 'no report' }
  if (run && !fault) return run.lhr
  if (fault?.code === lateTrace && tries > 1) return look(url, port, tries - 1)
  throw new Error(`Lighthouse failed on ${url}: ${fault?.message}`)
}

function figuresOf({ categories, audits }: Result): Figures {
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
  }
}

/** Weighted audits below 100 %, such as 'seo/canonical'. */
const lostPoints = ({ categories, audits }: Result): string[] =>
  Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 0.99)
      .map(({ id: audit }) => `${id}/${audit}`),
  )

export function lighthouseTable(results: LighthouseFigures): string {
  return table(
    ['Lighthouse, phone', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'CLS', 'TBT ms'],
    results.map(({ path, figures: { performance, accessibility, bestPractices, seo, lcp, cls, tbt } }) => [
      path,
      performance,
      accessibility,
      bestPractices,
      seo,
      Math.round(lcp),
      Number(cls.toFixed(3)),
      Math.round(tbt),
    ]),
  )
}
