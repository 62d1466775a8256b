import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkitten'

/** More than fits on any line; keeps the search short. */
const maxInARow = 120

/** Lines of text as shapes, so that an image looks the same on a machine without fonts. */
export type SetLines = { path: string; width: number }[]

export type TextLayout = (text: string, options: { size: number; width: number; maxLines: number }) => SetLines

/**
 * Lays out text in one font, on at most `maxLines` lines of `width` pixels; text that does not fit ends in an ellipsis.
 * Characters missing in the font are omitted. The paths start at (0, 0) on their baseline.
 */
export function createTextLayout(fontFile: string): TextLayout {
  const font = open(fontFile)

  const glyphsOf = (text: string) =>
    [...text]
      .map((character) => character.codePointAt(0) ?? 0)
      .filter((codePoint) => font.hasGlyphForCodePoint(codePoint))
      .map((codePoint) => font.glyphForCodePoint(codePoint))

  function setLine(text: string, size: number): SetLines[number] {
    const scale = size / font.unitsPerEm
    let x = 0
    const shapes = glyphsOf(text).map(({ path, advanceWidth }) => {
      const shape = path.scale(scale, -scale).translate(x, 0).toSVG()
      x += advanceWidth * scale
      return shape
    })
    return { path: shapes.join(''), width: x }
  }

  const widthOf = (text: string, size: number): number =>
    glyphsOf(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * (size / font.unitsPerEm)

  /** The longest prefix that fits with an ellipsis. */
  function truncated(text: string, size: number, width: number): string {
    const characters = [...text].slice(0, maxInARow)
    while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop()
    return `${characters.join('').trimEnd()}…`
  }

  return (text, { size, width, maxLines }) => {
    const lines: string[] = []
    for (const word of text.split(/\s+/).filter((each) => glyphsOf(each).length > 0)) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && widthOf(longer, size) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const fitting = lines
      .slice(0, maxLines)
      .map((line) => (widthOf(line, size) > width ? truncated(line, size, width) : line))
    const isTruncated = lines.length > maxLines
    if (isTruncated) fitting.push(truncated(`${fitting.pop() ?? ''} ${lines[maxLines] ?? ''}`, size, width))
    return fitting.map((line) => setLine(line, size))
  }
}

function open(fontFile: string): Font {
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(fontFile))))
  if (font.isCollection) throw new Error(`${fontFile} contains several fonts.`)
  return font
}
