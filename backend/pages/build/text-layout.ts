import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkitten'

/** More than fits on any line; keeps the search short. */
const maxInARow = 120

/** Lines of text as shapes, so that an image looks the same on a machine without fonts. */
export type SetLines = { path: string; width: number }[]

export type TextLayout = {
  /** At most `maxLines` lines of `width` pixels; text that does not fit ends in an ellipsis. */
  set(text: string, options: { size: number; width: number; maxLines: number }): SetLines
  /** False if `set` would leave out more than symbols. */
  hasLettersOf(text: string): boolean
}

/** Fonts have accented letters, and the plain hyphen. */
const composed = (text: string) => text.normalize('NFC').replaceAll(/[\u2010\u2011]/g, '-')

/** Selectors of an emoji's variant are marks, too. */
const isSymbol = (character: string) =>
  !/[\p{L}\p{M}\p{N}\p{P}]/u.test(character) || /\p{Variation_Selector}/u.test(character)

/**
 * Lays out text in the first of these fonts that has a character. Characters that are in none of them are omitted. The
 * paths start at (0, 0) on their baseline.
 */
export function createTextLayout(fontFiles: readonly string[]): TextLayout {
  const opened = new Map<string, Font>()

  function fontWith(codePoint: number): Font | undefined {
    for (const file of fontFiles) {
      const font = opened.get(file) ?? open(file)
      opened.set(file, font)
      if (font.hasGlyphForCodePoint(codePoint)) return font
    }
    return undefined
  }

  const glyphsOf = (text: string, size: number) =>
    [...text].flatMap((character) => {
      const codePoint = character.codePointAt(0) ?? 0
      const font = fontWith(codePoint)
      return font ? [{ glyph: font.glyphForCodePoint(codePoint), scale: size / font.unitsPerEm }] : []
    })

  function setLine(text: string, size: number): SetLines[number] {
    let x = 0
    const shapes = glyphsOf(text, size).map(({ glyph, scale }) => {
      const shape = glyph.path.scale(scale, -scale).translate(x, 0).toSVG()
      x += glyph.advanceWidth * scale
      return shape
    })
    return { path: shapes.join(''), width: x }
  }

  const widthOf = (text: string, size: number): number =>
    glyphsOf(text, size).reduce((sum, { glyph, scale }) => sum + glyph.advanceWidth * scale, 0)

  /** The longest prefix that fits with an ellipsis. */
  function truncated(text: string, size: number, width: number): string {
    const characters = [...text].slice(0, maxInARow)
    while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop()
    return `${characters.join('').trimEnd()}…`
  }

  const set: TextLayout['set'] = (text, { size, width, maxLines }) => {
    const lines: string[] = []
    for (const word of composed(text)
      .split(/\s+/)
      .filter((each) => glyphsOf(each, size).length > 0)) {
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

  /** Marks without a composed letter have no place of their own above or below one. */
  const hasLetter = (character: string) =>
    !/\p{M}/u.test(character) && fontWith(character.codePointAt(0) ?? 0) !== undefined
  const hasLettersOf = (text: string) =>
    [...composed(text)].every((character) => isSymbol(character) || hasLetter(character))

  return { set, hasLettersOf }
}

function open(fontFile: string): Font {
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(fontFile))))
  if (font.isCollection) throw new Error(`${fontFile} contains several fonts.`)
  return font
}
