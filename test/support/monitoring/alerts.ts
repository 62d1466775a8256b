import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'

const rules = join(import.meta.dirname, '..', '..', '..', 'ops', 'alerts.yml')

/** Prometheus’s own evaluation of rules (apt-get install prometheus). */
export const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0

const used = (series: string) => readFileSync(rules, 'utf8').includes(series.split('{')[0] ?? '')

/** The series of a scrape that the rules use, by name and labels. */
function seriesOf(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const parted = lines.map((line): [string, string] => [
    line.slice(0, line.lastIndexOf(' ')),
    line.slice(line.lastIndexOf(' ') + 1),
  ])
  // Time begins with the story here, and so does the process.
  return new Map(
    parted
      .filter(([series]) => used(series))
      .map(([series, value]) => [series, series === 'process_start_time_seconds' ? '0' : value]),
  )
}

const withTarget = (series: string) =>
  series.includes('{')
    ? series.replace('}', ',instance="site",job="campaign-site"}')
    : `${series}{instance="site",job="campaign-site"}`

type Scrape = { minutes: number; series: Map<string, string> | null }

/** View that Prometheus has of a site, a scrape a minute, and which alerts of ops/alerts.yml it raises. */
export function createStory(scrape: () => Promise<string | null>) {
  const scrapes: Scrape[] = []
  const chapters: { from: number; to: number; alerts: readonly string[]; isEnd: boolean }[] = []
  const now = () => scrapes.reduce((sum, { minutes }) => sum + minutes, 0)

  async function hold(minutes: number): Promise<void> {
    const text = await scrape()
    scrapes.push({ minutes, series: text === null ? null : seriesOf(text) })
  }

  /** As in the input of promtool; a series that is not in a scrape any more is stale. */
  function valuesOf(series: string): string {
    let isThere = false
    return scrapes
      .flatMap((one) => {
        const value = one.series?.get(series)
        const gone = isThere
          ? ['stale', ...Array<string>(one.minutes - 1).fill('_')]
          : Array<string>(one.minutes).fill('_')
        isThere = value !== undefined
        return value === undefined ? gone : Array<string>(one.minutes).fill(value)
      })
      .join(' ')
  }

  return {
    hold,
    /** The site stays as it is now for so long; exactly these alerts are raised within that time, from its beginning on. */
    async raises(alerts: readonly string[], minutes = 90, from = now()): Promise<void> {
      await hold(minutes)
      chapters.push({ from, to: now() - 1, alerts, isEnd: false })
    },
    /** The site stays as it is now for so long, at the end of which no alert is left. */
    async ends(minutes = 90): Promise<void> {
      await hold(minutes)
      chapters.push({ from: now() - 1, to: now() - 1, alerts: [], isEnd: true })
    },
    now,
    /** Throws what promtool says when it differs. */
    check(): void {
      const folder = mkdtempSync(join(tmpdir(), 'campaign-alerts-'))
      try {
        copyFileSync(rules, join(folder, 'alerts.yml'))
        const names = new Set(scrapes.flatMap(({ series }) => [...(series?.keys() ?? [])]))
        const up = scrapes.flatMap(({ minutes, series }) => Array<string>(minutes).fill(series === null ? '0' : '1'))
        const test = {
          interval: '1m',
          input_series: [
            { series: withTarget('up'), values: up.join(' ') },
            ...[...names].map((series) => ({ series: withTarget(series), values: valuesOf(series) })),
          ],
          promql_expr_test: chapters.map(({ from, to, alerts, isEnd }) => ({
            expr: isEnd
              ? 'group by (alertname) (ALERTS{alertstate="firing"})'
              : `group by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${to - from}m]))`,
            eval_time: `${to}m`,
            exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
          })),
        }
        writeFileSync(
          join(folder, 'story.yml'),
          stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests: [test] }, { lineWidth: 0 }),
        )
        const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'story.yml'], {
          cwd: folder,
          encoding: 'utf8',
        })
        if (status !== 0) throw new Error(`${stdout}${stderr}`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
