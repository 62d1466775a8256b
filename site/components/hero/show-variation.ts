import type { PageVariation } from '../../../contract/page-variations.ts'

/** Text and colors change in the space reserved for them; a different layout appears as a whole. */
export function showVariation(
  hero: HTMLElement,
  { headline, issueHighlight, buttonColor, layout }: PageVariation['config'],
): void {
  const write = (selector: string, text: string) => {
    const element = hero.querySelector(selector)
    if (element !== null && element.textContent !== text) element.textContent = text
  }
  write('[data-headline]', headline)
  write('[data-issue-title]', issueHighlight.title)
  write('[data-issue-description]', issueHighlight.description)
  hero.dataset.color = buttonColor
  if (hero.dataset.layout === layout.hero) return
  // Nothing visibly slides into place: the hero is hidden for one frame, then fades in.
  renewTexts(hero.querySelector('[data-intro]'))
  hero.dataset.layout = layout.hero
  hero.dataset.entering = 'unseen'
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      hero.dataset.entering = 'fading'
    }),
  )
}

/**
 * Browsers count a text as shifted when its alignment changes, even while it is invisible; a new text has not moved.
 */
function renewTexts(node: Node | null): void {
  for (const child of [...(node?.childNodes ?? [])])
    if (child instanceof Text) child.replaceWith(child.data)
    else renewTexts(child)
}
