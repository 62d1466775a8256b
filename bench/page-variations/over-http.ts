import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { configOf, shippedAlleles, type VariationConfig } from '../../backend/domain/page-variations/page-genes.ts'
import { campaign, campaignTexts } from '../../contract/campaign.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { createTestApp } from '../../test/support/app/app.ts'
import { temporaryDataFolder } from '../../test/support/app/data-folder.ts'
import { luckFrom, pages, type World } from './world.ts'

const people = 20 // at once
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

const keyOfConfig = ({ headline, issueHighlight, buttonColor, layout }: VariationConfig) =>
  [headline, issueHighlight.title, buttonColor, layout.hero].join('/')
const shown = shippedAlleles(campaign, campaignTexts.pageTest).map((allele) => ({
  ...allele,
  status: 'approved' as const,
  replaces: null,
}))
const genomes = new Map(pages.map((genome) => [keyOfConfig(configOf(shown, genome)), genome]))

/**
 * The share of the possible gain that a running product captures, up to each mark: every visitor is a browser of its
 * own that fetches its page and reports its actions, and the product learns from these reports alone.
 */
export async function gapOverHttp(world: World, seed: number, marks: readonly number[]): Promise<number[]> {
  const folder = temporaryDataFolder()
  const connections = new Agent({ keepAlive: true, maxSockets: people })
  const app = await createTestApp({
    http: 'socket',
    folder,
    env: {
      SERVE_SITE: 'off',
      DEMO_CONTENT: 'on',
      EVOLVE_EVERY: '250',
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  })
  try {
    const luck = luckFrom(seed * 77 + 3)
    const results: number[] = []
    let value = 0
    let come = 0

    async function visit(number: number) {
      const headers = {
        'user-agent': agent,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      }
      const answer = await ask(`${app.url}/api/genetic-test/variation`, headers)
      const page: PageVariation = JSON.parse(answer.text)
      const genome = genomes.get(keyOfConfig(page.config))
      if (!genome) throw new Error(`An unknown page was served: ${JSON.stringify(page.config)}`)
      value += world.value(genome)
      const report = {
        variationId: page.id,
        viewId: page.viewId,
        timeOnPage: Math.round(30_000 * luck()),
        donated: luck() < world.donation(genome),
        volunteered: luck() < world.volunteer(genome),
      }
      const json = { ...headers, 'content-type': 'application/json' }
      const reported = await ask(`${app.url}/api/genetic-test/metrics`, json, JSON.stringify(report))
      if (reported.status !== 202) throw new Error(`A report was answered with ${reported.status}.`)
    }

    /** A POST if there is a body. `fetch` takes three times as long. */
    function ask(url: string, headers: Record<string, string>, body?: string) {
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
      const method = body === undefined ? 'GET' : 'POST'
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      request(url, { agent: connections, method, headers: { ...headers, ...length } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      })
        .on('error', reject)
        .end(body)
      return promise
    }

    for (const mark of marks) {
      await Promise.all(
        Array.from({ length: people }, async () => {
          while (come < mark) await visit(++come)
        }),
      )
      results.push((value / come - world.uniform) / (world.best - world.uniform))
      await delay(100)
    }
    return results
  } finally {
    connections.destroy()
    await app.stop()
    await folder.remove()
  }
}
