import { loadVariation, measureView, shownSince } from '../../stores/page-variation.ts'
import { showVariation } from './show-variation.ts'

/** Turns the home page's hero into this visitor's variation, and measures the result. */
export async function startVariation(): Promise<void> {
  const hero = document.querySelector<HTMLElement>('[data-hero=varied]')
  if (hero === null) return
  const shown = await shownSince()
  const variation = await loadVariation()
  if (variation === null) return
  showVariation(hero, variation.config)
  measureView(variation, shown)
}
