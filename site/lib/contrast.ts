/** Red, green and blue, 0 to 255, and opacity, 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, opacity: number]

/** A computed color, which browsers write with commas or with a slash. Anything else is taken as transparent. */
export function colorOf(text: string): Color {
  if (!/^rgba?\(/.test(text)) return [0, 0, 0, 0]
  const [red = 0, green = 0, blue = 0, opacity = 1] = (text.match(/[\d.]+%?/g) ?? []).map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  )
  return [red, green, blue, opacity]
}

/** What is seen of a color on an opaque one. */
export function over([red, green, blue, opacity]: Color, ground: Color): Color {
  const mix = (own: number, below: number) => own * opacity + below * (1 - opacity)
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1]
}

/** WCAG 2.2, relative luminance. */
function luminance([red, green, blue]: Color): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG 2.2, contrast ratio of two opaque colors: 1 to 21. */
export function contrastRatio(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What text of any size needs (WCAG 2.2 AA). */
export const minContrast = 4.5
