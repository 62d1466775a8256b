import { expect, it } from 'vitest'
import { pageText } from './page-text.ts'

const page = (head: string, main: string) =>
  `<!doctype html><head>${head}</head><body><header>Menu</header><main id="main" tabindex="-1">${main}</main><footer>Legal</footer></body>`

it('is what people read on the page, a line for each paragraph', () => {
  const main = `<div class="a"><h1>Privacy</h1> <p>What we keep &amp; why, in
    Settings &gt; <a href="/s">Security</a>: “it&#39;s” &lt;small&gt;.</p><ul><li><strong>Prayers:</strong> your name.</li> <li>Events</li></ul></div>`
  expect(pageText(page('', main))).toBe(
    "Privacy\nWhat we keep & why, in Settings > Security: “it's” <small>.\nPrayers: your name.\nEvents",
  )
})

it('stays the same when only the markup around the words changes', () => {
  const built = (name: string) =>
    page(`<link href="/_astro/${name}.css">`, `<style>.${name}{}</style><p class="${name}">Words</p>`)
  expect(pageText(built('a1'))).toBe('Words')
  expect(pageText(built('b2'))).toBe('Words')
})

it('is null where there are no words', () => {
  for (const html of ['', page('', ' <p></p> '), 'no page']) expect(pageText(html)).toBeNull()
})
