import type { PageVariation } from '../../contract/page-variations.ts'

export type Scheme = 'light' | 'dark'

/** A tool’s message to the preview in its frame. `turn` comes back with the answer. */
export type ShowHero = { kind: 'show-hero'; turn: number; config: PageVariation['config']; scheme: Scheme }

/** The lowest contrast of any text, in each scheme. */
export type HeroContrast = { [S in Scheme]: number }

/** The preview’s answer. `turn` is null when it has loaded and shows no variation yet. */
export type HeroShown = {
  kind: 'hero-shown'
  turn: number | null
  /** Pixels. */
  height: number
  /** Some text does not fit the width. */
  isTooWide: boolean
  contrast: HeroContrast
}

const kindOf = (message: unknown) =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : null

export const isShowHero = (message: unknown): message is ShowHero => kindOf(message) === 'show-hero'
export const isHeroShown = (message: unknown): message is HeroShown => kindOf(message) === 'hero-shown'
