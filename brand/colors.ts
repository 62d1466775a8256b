/** Colors as numbers, without imports: the site, the pages and the check of a campaign's colors share it. */

/** OKLCH: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. Equal steps of lightness look equal. */
export type Oklch = { l: number; c: number; h: number }

/** Red, green and blue of a color such as '#0b1f3f', 0 to 255. */
export const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const gamma = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio of two colors by their channels, 0 to 255: 1 to 21. */
export function contrastRatio(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export const contrastOf = (one: string, other: string) => contrastRatio(channelsOf(one), channelsOf(other))

// The matrices of Björn Ottosson's Oklab.
export function oklchOf(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map(linear)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI }
}

function channelsIn({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map(gamma)
}

const isShown = (channels: number[]) => channels.every((channel) => channel > -0.002 && channel < 1.002)

/** As hex; a color outside the screen’s gamut loses chroma, and keeps its lightness and hue. */
export function hexOf(color: Oklch): string {
  let channels = channelsIn(color)
  if (!isShown(channels)) {
    let [low, high] = [0, color.c]
    for (let round = 0; round < 20; round++) {
      const c = (low + high) / 2
      if (isShown(channelsIn({ ...color, c }))) low = c
      else high = c
    }
    channels = channelsIn({ ...color, c: low })
  }
  return `#${channels
    .map((channel) =>
      Math.round(Math.min(Math.max(channel, 0), 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
