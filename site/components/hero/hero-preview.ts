import { type HeroShown, isShowHero, type Scheme } from '../../lib/hero-preview.ts'
import { lowestContrast } from './hero-contrast.ts'
import { showVariation } from './show-variation.ts'

/** Shows the variation that the surrounding tool requests, and answers with its measures. Nothing is counted. */
export function startPreview(): void {
  const hero = document.querySelector<HTMLElement>('[data-hero]')
  if (hero === null || parent === window) return
  const darkRules = darkRulesIn([...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]))

  function choose(scheme: Scheme): void {
    document.documentElement.style.colorScheme = scheme
    for (const { media } of darkRules) media.mediaText = scheme === 'dark' ? 'screen' : 'not all'
  }
  function answer(turn: number | null, scheme: Scheme): void {
    if (hero === null) return
    const contrastIn = (one: Scheme) => {
      choose(one)
      return lowestContrast(hero)
    }
    const contrast = { light: contrastIn('light'), dark: contrastIn('dark') }
    choose(scheme)
    const { height } = hero.getBoundingClientRect()
    const shown: HeroShown = { kind: 'hero-shown', turn, height, isTooWide: isTooWide(hero), contrast }
    parent.postMessage(shown, location.origin)
  }
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== location.origin || source !== parent || !isShowHero(data)) return
    showVariation(hero, data.config)
    answer(data.turn, data.scheme)
  })
  void document.fonts.ready.then(() =>
    answer(null, matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  )
}

/** The rules for the dark scheme, however deep in layers. */
function darkRulesIn(rules: readonly CSSRule[]): CSSMediaRule[] {
  return rules.flatMap((rule) => {
    if (rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme: dark')) return [rule]
    return rule instanceof CSSGroupingRule ? darkRulesIn([...rule.cssRules]) : []
  })
}

const isTooWide = (hero: HTMLElement) =>
  [...hero.querySelectorAll('h1, h1 span, h2, p, a, button')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
