import { expect, request } from '@playwright/test'
import type { PageVariation } from '../../contract/page-variations.ts'
import { testWith } from './test.ts'

/**
 * Tests of one file on a product of its own, with all shipped alleles approved: other files rely on a product that
 * tests nothing.
 */
export const withApprovedPool = () => testWith({ DEMO_CONTENT: 'on' })

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** Different people who open the home page once; every fifth volunteers and every tenth donates. */
export async function visit(url: string, people: number): Promise<PageVariation[]> {
  const seen: PageVariation[] = []
  for (let person = 1; person <= people; person += 1) {
    const visitor = await request.newContext({ baseURL: url, userAgent: browser, extraHTTPHeaders: { origin: url } })
    const variation: PageVariation = await (await visitor.get('/api/genetic-test/variation')).json()
    const answer = await visitor.post('/api/genetic-test/metrics', {
      data: {
        variationId: variation.id,
        viewId: variation.viewId,
        timeOnPage: 12_000,
        donated: person % 10 === 0,
        volunteered: person % 5 === 0,
      },
    })
    expect(answer.status(), await answer.text()).toBe(202)
    await visitor.dispose()
    seen.push(variation)
  }
  return seen
}
