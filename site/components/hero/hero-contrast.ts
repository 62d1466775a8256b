import { type Color, colorOf, contrastRatio, over } from '../../lib/contrast.ts'

/** The lowest contrast of any text in an element with the color behind it. */
export function lowestContrast(element: HTMLElement): number {
  const ratios = textsIn(element).map((text) => {
    const ground = groundOf(text)
    return contrastRatio(over(colorOf(getComputedStyle(text).color), ground), ground)
  })
  return Math.min(21, ...ratios)
}

/** The visible elements with words of their own. */
const textsIn = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>('*')].filter(
    (one) =>
      one.getClientRects().length > 0 &&
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
  )

/** Ground behind an element: the nearest opaque color, seen through those that are not. */
function groundOf(element: Element | null): Color {
  if (element === null) return [255, 255, 255, 1]
  const color = colorOf(getComputedStyle(element).backgroundColor)
  return color[3] === 1 ? color : over(color, groundOf(element.parentElement))
}
