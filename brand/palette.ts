import { channelsOf, contrastOf, hexOf, type Oklch, oklchOf } from './colors.ts'

/** The four colors a campaign chooses, as hex; every other color of the site is derived from them. */
export type BaseColors = {
  /** The dark ground of the header, the bands and the footer. */
  night: string
  /** Highlights on it: lines, stars, the current link. */
  accent: string
  /** The one main button of a screen. */
  primary: string
  /** The ground of the pages. */
  paper: string
}

export type Palette = { light: Record<string, string>; dark: Record<string, string> }

/** Minimum contrast of text of any size (WCAG 2.2 AA), and of controls. */
export const textContrast = 4.5
const controlContrast = 3

const white = '#ffffff'
const black = '#000000'

/** Status colors mean the same everywhere: they are not the campaign's to choose. */
const status = {
  light: {
    good: '#1c5e37',
    'good-ground': '#e0f0e4',
    waiting: '#6d4a00',
    'waiting-ground': '#fdf0cf',
    bad: '#9a1b26',
    'bad-ground': '#fbe6e6',
  },
  dark: {
    good: '#9fe0b5',
    'good-ground': '#14382a',
    waiting: '#ffd98a',
    'waiting-ground': '#3d2f10',
    bad: '#ffb3b6',
    'bad-ground': '#451a23',
  },
}

/** Factor of the chroma and turn of the hue of a base color; the lightness is given, or that of the base plus `by`. */
type Shade = readonly [by: 'at' | 'by', lightness: number, chroma: number, hue: number]

const shade = ({ l, c, h }: Oklch, [by, lightness, chroma, hue]: Shade): string =>
  hexOf({ l: by === 'at' ? lightness : Math.min(Math.max(l + lightness, 0), 1), c: c * chroma, h: h + hue })

/** The same color, made lighter or darker just enough to be clear on all grounds; else the clearer of black and white. */
function clear(color: string, grounds: readonly string[], needed = textContrast): string {
  const least = (hex: string) => Math.min(...grounds.map((ground) => contrastOf(hex, ground)))
  const isClear = (hex: string) => least(hex) >= needed
  if (isClear(color)) return color
  const { l, c, h } = oklchOf(color)
  for (let step = 0.01; step <= 1; step += 0.01) {
    const found = [Math.max(l - step, 0), Math.min(l + step, 1)]
      .map((lightness) => hexOf({ l: lightness, c, h }))
      .find(isClear)
    if (found !== undefined) return found
  }
  return [black, white].find(isClear) ?? (least(white) > least(black) ? white : black)
}

/** A vivid base would make loud grounds and lines. */
const calm = (hex: string, max: number): Oklch => ({ ...oklchOf(hex), c: Math.min(oklchOf(hex).c, max) })

/** Of what stands on the dark ground. */
function onNight(colors: BaseColors, grounds: readonly string[]) {
  const [night, primary] = [calm(colors.night, 0.1), oklchOf(colors.primary)]
  return {
    'night-line-strong': clear(shade(night, ['at', 0.7115, 0.8049, 0.95]), grounds, controlContrast),
    'on-night-quiet': clear(shade(night, ['at', 0.8697, 0.4424, 0.14]), grounds),
    'on-night-bad': clear(shade(primary, ['at', 0.8694, 0.3878, -6.93]), grounds),
    'on-night-accent': clear(colors.accent, grounds),
  }
}

/**
 * Every color of the site by the name of its token, derived from those of the campaign. Throws ColorsUnreadable with a
 * sentence for each base color on which no text is readable.
 */
export function paletteOf(colors: BaseColors): Palette {
  const wrong = unreadable(colors)
  if (wrong.length > 0) throw new ColorsUnreadable(wrong)
  const night = calm(colors.night, 0.1)
  const [accent, primary] = [oklchOf(colors.accent), oklchOf(colors.primary)]
  const paper = calm(colors.paper, 0.03)
  const sunken = shade(paper, ['by', -0.0328, 1.7186, 0.53])
  const plain = shade(night, ['at', 0.9365, 0.1312, 5.08])
  const info = shade(night, ['at', 0.9367, 0.3283, -2.71])
  const grounds = [colors.paper, white, sunken, plain, info]
  const ink = clear(shade(night, ['at', 0.2575, 0.8046, 1.32]), grounds)
  const link = clear(shade(night, ['at', 0.4008, 1.747, -1.14]), grounds)
  const heading = clear(colors.night, grounds)
  const onPrimary = [white, ink, black].find((one) => contrastOf(one, colors.primary) >= textContrast) ?? black
  const onAccent = [ink, white, black].find((one) => contrastOf(one, colors.accent) >= textContrast) ?? black
  const hovered = clear(shade(primary, ['by', -0.0762, 0.8495, -0.01]), [onPrimary])
  const raised = clear(shade(night, ['by', 0.0697, 1.2403, -0.44]), [white])

  const ground = shade(night, ['at', 0.1961, 0.6014, 0.37])
  const surface = shade(night, ['at', 0.248, 0.7588, -0.02])
  const low = shade(night, ['at', 0.2183, 0.6839, 0.14])
  const darkPlain = shade(night, ['at', 0.3282, 0.8262, 0.59])
  const darkInfo = shade(night, ['at', 0.3199, 1.2414, -1.01])
  const darkGrounds = [ground, surface, low, darkPlain, darkInfo]
  const darkNight = shade(night, ['at', 0.1755, 0.6028, 2.92])
  const darkRaised = shade(night, ['at', 0.272, 0.9129, -2.55])
  const darkLink = clear(shade(night, ['at', 0.827, 1.304, -0.14]), darkGrounds)

  return {
    light: {
      ink,
      selection: clear(shade(accent, ['at', 0.8928, 0.647, 4.96]), [ink]),
      ground: colors.paper,
      'surface-sunken': sunken,
      'text-quiet': clear(shade(night, ['at', 0.4474, 0.5164, 1.88]), grounds),
      heading,
      line: shade(paper, ['by', -0.0989, 2.6317, -0.59]),
      'line-strong': clear(shade(night, ['at', 0.6202, 0.4335, -0.4]), [colors.paper, white, sunken], controlContrast),
      link,
      'link-hover': heading,
      focus: link,
      primary: colors.primary,
      'primary-hover': hovered,
      'on-primary': onPrimary,
      accent: colors.accent,
      'accent-hover': clear(shade(accent, ['by', 0.0518, 0.9664, 2.34]), [onAccent]),
      'on-accent': onAccent,
      'accent-text': clear(shade(accent, ['at', 0.4707, 0.6442, -5.73]), grounds),
      night: colors.night,
      'night-raised': raised,
      'night-line': shade(night, ['by', 0.1878, 1.2116, 0.34]),
      ...onNight(colors, [colors.night, raised]),
      'field-far': clear(shade(night, ['by', 0.0707, 1.3267, -0.88]), [white]),
      'field-near': clear(shade(night, ['by', 0.0386, 1.2064, -0.51]), [white]),
      furrow: shade(night, ['by', 0.1423, 1.6167, -0.27]),
      'toast-ground': raised,
      'toast-line': shade(night, ['by', 0.2654, 1.218, 0.57]),
      'toast-bad-ground': clear(hovered, [white]),
      'toast-bad-line': shade(primary, ['at', 0.6684, 0.7265, -8.05]),
      info: link,
      'info-ground': info,
      'plain-ground': plain,
      'cover-sky': shade(night, ['by', 0.0814, 1.2913, -0.81]),
      'cover-hill': shade(night, ['by', 0.0333, 1.1259, -0.55]),
      'cover-row': shade(night, ['by', 0.1535, 1.3798, -3.1]),
      ...status.light,
    },
    dark: {
      ground,
      surface,
      'surface-sunken': low,
      text: clear(shade(night, ['at', 0.9389, 0.2001, 2.93]), darkGrounds),
      'text-quiet': clear(shade(night, ['at', 0.7864, 0.4467, 2.02]), darkGrounds),
      heading: white,
      line: shade(night, ['at', 0.3559, 0.8904, 1.4]),
      'line-strong': clear(shade(night, ['at', 0.6403, 0.7221, 1.64]), [ground, surface, low], controlContrast),
      link: darkLink,
      'link-hover': clear(shade(night, ['at', 0.9146, 0.6214, 0.2]), darkGrounds),
      focus: clear(shade(accent, ['at', 0.8789, 0.8494, 2.49]), darkGrounds, controlContrast),
      primary: clear(shade(primary, ['by', 0.0382, 1.024, -1.4]), [onPrimary]),
      'primary-hover': clear(shade(primary, ['by', 0.0897, 1.0495, -2.52]), [onPrimary]),
      'accent-text': clear(shade(accent, ['at', 0.8484, 0.864, 2.79]), darkGrounds),
      night: darkNight,
      'night-raised': darkRaised,
      'night-line': shade(night, ['at', 0.4089, 1.1727, 0.17]),
      ...onNight(colors, [darkNight, darkRaised]),
      info: darkLink,
      'info-ground': darkInfo,
      'plain-ground': darkPlain,
      ...status.dark,
    },
  }
}

/** The dawn behind the silhouette that stands in for a portrait. */
export function portraitColors(colors: BaseColors) {
  const [night, accent] = [calm(colors.night, 0.1), oklchOf(colors.accent)]
  return {
    dawnHigh: shade(night, ['by', 0.1103, 1.4904, -1.02]),
    dawnMiddle: shade(night, ['at', 0.5928, 0.7438, 0.43]),
    dawnLow: shade(accent, ['at', 0.8672, 0.6178, 2.92]),
    sun: shade(accent, ['at', 0.8928, 0.647, 4.96]),
  }
}

export class ColorsUnreadable extends Error {
  readonly sentences: readonly string[]
  constructor(sentences: readonly string[]) {
    super(sentences.join(' '))
    this.sentences = sentences
  }
}

/** A sentence for each base color on which text is unreadable. */
export function unreadable({ night, paper }: BaseColors): string[] {
  const ratio = (one: string, other: string) => `${(Math.floor(contrastOf(one, other) * 10) / 10).toFixed(1)}:1`
  const needed = `and needs ${textContrast}:1`
  const found: string[] = []
  if (contrastOf(night, white) < textContrast)
    found.push(
      `colors.night (${night}) is too light: white text on it has a contrast of ${ratio(night, white)} ${needed}`,
    )
  const sunken = shade(calm(paper, 0.03), ['by', -0.0328, 1.7186, 0.53])
  const faint = [status.light.good, status.light.waiting, status.light.bad].find(
    (text) => contrastOf(text, sunken) < textContrast,
  )
  if (faint !== undefined)
    found.push(
      `colors.paper (${paper}) is too dark: text in ${faint} on its shaded parts has a contrast of ${ratio(faint, sunken)} ${needed}`,
    )
  return found
}

const declarations = (tokens: Record<string, string>) =>
  Object.entries(tokens)
    .map(([name, hex]) => `--${name}:${hex.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3')}`)
    .join(';')

/** The tokens as a style sheet; `--shade` and `--deep` are channels, for veils. Print is always light. */
export function paletteCss(colors: BaseColors): string {
  const { light, dark } = paletteOf(colors)
  const differs = ([name, hex]: [string, string]) => light[name] !== hex
  const night = calm(colors.night, 0.1)
  const brand = { 'brand-night': colors.night, 'brand-accent': colors.accent, 'brand-primary': colors.primary }
  const veils = {
    shade: channelsOf(colors.night).join(' '),
    deep: channelsOf(shade(night, ['at', 0.1447, 0.4354, -0.31])).join(' '),
  }
  return `:root{${declarations({ ...brand, ...light, ...veils })}}@media screen and (prefers-color-scheme:dark){:root{${declarations(Object.fromEntries(Object.entries(dark).filter(differs)))}}}`
}
