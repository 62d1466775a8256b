import { contrastRatio as ratioOf } from '../../brand/colors.ts'

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

/** A color as it appears on an opaque one. */
export function over([red, green, blue, opacity]: Color, ground: Color): Color {
  const mix = (own: number, below: number) => own * opacity + below * (1 - opacity)
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1]
}

/** WCAG 2.2, contrast ratio of two opaque colors: 1 to 21. */
export const contrastRatio = (one: Color, other: Color) => ratioOf(one.slice(0, 3), other.slice(0, 3))

/** Minimum contrast of text of any size (WCAG 2.2 AA). */
export const minContrast = 4.5
