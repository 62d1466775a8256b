import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { campaign } from '../contract/campaign.ts'
import { contrastOf, hexOf, oklchOf } from './colors.ts'
import { type BaseColors, ColorsUnreadable, paletteCss, paletteOf, unreadable } from './palette.ts'

const grounds = ['ground', 'surface', 'surface-sunken', 'plain-ground', 'info-ground']
const nights = ['night', 'night-raised']

/** The pairs of text and ground, in both schemes. */
const pairs: [text: string, on: string][] = [
  ...['text', 'text-quiet', 'heading', 'link', 'link-hover', 'accent-text'].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ...['good', 'waiting', 'bad'].flatMap((text) =>
    [`${text}-ground`, 'ground', 'surface', 'surface-sunken'].map((ground): [string, string] => [text, ground]),
  ),
  ['info', 'info-ground'],
  ...['on-night', 'on-night-quiet', 'on-night-bad', 'on-night-accent'].flatMap((text) =>
    nights.map((night): [string, string] => [text, night]),
  ),
  ['night', 'on-night-quiet'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary', 'brand-primary'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['ink', 'selection'],
  ['white', 'toast-ground'],
  ['white', 'toast-bad-ground'],
]

function lowest(colors: BaseColors): { ratio: number; pair: string } {
  const { light, dark } = paletteOf(colors)
  const fixed = { white: '#ffffff', surface: '#ffffff', 'on-night': '#ffffff', 'brand-primary': colors.primary }
  const whole: Record<string, string> = { ...fixed, ...light, text: light.ink ?? '' }
  const found = [whole, { ...whole, ...dark }].flatMap((tokens) =>
    pairs.map(([text, on]) => ({ ratio: contrastOf(tokens[text] ?? '', tokens[on] ?? ''), pair: `${text} on ${on}` })),
  )
  return found.reduce((least, one) => (one.ratio < least.ratio ? one : least))
}

const hexBetween = (min: number, max: number) =>
  fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min, max })))
    .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`)
const hex = hexBetween(0, 255)
const [dark, pale] = [hexBetween(0, 120), hexBetween(200, 255)]

describe('the palette', () => {
  it('is that of the site for the colors it was designed with', () => {
    const { light, dark } = paletteOf({ night: '#0b1f3f', accent: '#f2b632', primary: '#b3202c', paper: '#faf7f0' })
    expect(light).toMatchObject({
      ink: '#14233d',
      link: '#1b4685',
      'text-quiet': '#4a5568',
      'surface-sunken': '#f1ece0',
      line: '#ded6c4',
      'primary-hover': '#8f1721',
      'accent-text': '#7a5200',
      'night-raised': '#15305a',
      'on-night-quiet': '#c9d5e8',
      'cover-row': '#234777',
    })
    expect(dark).toMatchObject({ ground: '#0a1527', surface: '#122139', primary: '#c22c39', link: '#a5c8ff' })
  })

  it('has no pair of text and ground below 4.5:1, for the colors of this campaign', () => {
    expect(lowest(campaign.colors).ratio).toBeGreaterThanOrEqual(4.5)
  })

  it('has no such pair for any colors, or rejects them with a sentence', () => {
    fc.assert(
      fc.property(
        fc.record({ night: fc.oneof(hex, dark), accent: hex, primary: hex, paper: fc.oneof(hex, pale) }),
        (colors) => {
          if (unreadable(colors).length > 0) expect(() => paletteOf(colors)).toThrow(ColorsUnreadable)
          else expect([lowest(colors), lowest(colors).ratio >= 4.5]).toEqual([lowest(colors), true])
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([
    ['red', { night: '#5b0f14', accent: '#ffffff', primary: '#1a5fb4', paper: '#ffffff' }],
    ['yellow buttons', { night: '#111111', accent: '#0a7d4f', primary: '#ffd400', paper: '#f6f6f6' }],
    [
      'a night that only black or white is clear on',
      { night: '#1f77d0', accent: '#000000', primary: '#000100', paper: '#c8cfec' },
    ],
    ['a night just dark enough', { night: '#767676', accent: '#767676', primary: '#767676', paper: '#ffffff' }],
  ])('takes %s', (_name, colors) => {
    expect(lowest(colors).ratio).toBeGreaterThanOrEqual(4.5)
  })

  it('is written as tokens, light and dark', () => {
    expect(paletteCss(campaign.colors)).toMatch(
      /^:root\{(--[\w-]+:(#[\da-f]{3}|#[\da-f]{6}|\d+ \d+ \d+);?)+\}@media screen and \(prefers-color-scheme:dark\)\{:root\{(--[\w-]+:#[\da-f]+;?)+\}\}$/,
    )
  })
})

describe('colors', () => {
  it('come back from OKLCH unchanged', () => {
    fc.assert(
      fc.property(hex, (color) => {
        expect(hexOf(oklchOf(color))).toBe(color)
      }),
    )
  })

  it('outside the screen’s gamut keep their lightness', () => {
    expect(oklchOf(hexOf({ l: 0.6, c: 0.39, h: 140 })).l).toBeCloseTo(0.6, 2)
  })
})
