import type { PageVariation } from '../../../contract/page-variations.ts'
import { loadVariation, measureView } from '../../stores/page-variation.ts'

/** Turns the hero as it was built into the one this visitor is to see, and measures what comes of it. */
export async function startVariation(): Promise<void> {
  const hero = document.querySelector<HTMLElement>('[data-hero]')
  if (hero === null) return
  const variation = await loadVariation()
  if (variation === null) return
  show(hero, variation.config)
  measureView(variation)
}

/** Words and colours change in the room that is kept for them; another layout comes in as a whole. */
function show(hero: HTMLElement, { headline, issueHighlight, buttonColor, layout }: PageVariation['config']): void {
  const write = (selector: string, text: string) => {
    const element = hero.querySelector(selector)
    if (element !== null && element.textContent !== text) element.textContent = text
  }
  write('[data-headline]', headline)
  write('[data-issue-title]', issueHighlight.title)
  write('[data-issue-description]', issueHighlight.description)
  hero.dataset.color = buttonColor
  if (hero.dataset.layout === layout.hero) return
  // Nothing slides from one place to another before somebody's eyes: unseen for one frame, then faded in.
  hero.dataset.layout = layout.hero
  hero.dataset.entering = 'unseen'
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      hero.dataset.entering = 'fading'
    }),
  )
}
