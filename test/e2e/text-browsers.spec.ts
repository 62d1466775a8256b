import { joinedWords } from '../support/http/joined-words.ts'
import { expect, test } from './demo-site.ts'
import { full } from './test.ts'

const unlistedPaths = ['/login', '/setup', '/no-such-page', '/unsubscribe', '/confirm-subscription', '/subscribe-again']

test(
  'browsers without style sheets show no two words as one, and one label per button',
  full,
  async ({ request, demo }) => {
    const faults: string[] = []
    for (const path of [...demo.paths, ...unlistedPaths]) {
      const html = await (await request.get(path)).text()
      for (const words of joinedWords(html)) faults.push(`${path}: ${words}`)
      for (const [, words = ''] of html.matchAll(/<button\b[^>]*>([\s\S]*?)<\/button>/g))
        if (words.replaceAll(/<[^>]*>/g, '').includes('...')) faults.push(`${path}: ${words}`)
    }
    expect(faults).toEqual([])
  },
)

test('the name of the campaign is read as words', full, async ({ page }) => {
  await page.goto('/about')
  const names = await page.context().newCDPSession(page)
  const { nodes } = await names.send('Accessibility.getFullAXTree')
  const texts = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => name?.value)
  expect(texts).toContain('Your Candidate for Congress')
})
