import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import subsetFont from 'subset-font'

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/**
 * The characters of our own texts: ASCII, typographic punctuation and a few signs. site/styles/fonts.css lists the
 * same.
 */
export const commonCharacters = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”•…`

/** The rest of Latin, for names such as José, as far as the fonts have it. */
const otherCharacters = `${between(0xa1, 0xff)}ıŒœˆ˚˜\u0304\u0308\u0329${between(0x2010, 0x205e)}€™↑↓−∕`
const withoutCommon = [...otherCharacters].filter((character) => !commonCharacters.includes(character)).join('')

/** Kerning, ligatures and marks, and digits of one width for tables. */
const keepFeatures = ['kern', 'liga', 'clig', 'calt', 'rlig', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']

const sources = {
  serif: { file: '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2' },
  'serif-bold': { file: '@fontsource/source-serif-4/files/source-serif-4-latin-700-normal.woff2' },
  sans: {
    file: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
}

/**
 * Writes each font in two files, `sans-common.woff2` and `sans-other.woff2`: pages wait for the first, which is half the
 * size of the whole; browsers load the second only where a text needs it. Returns the folder.
 */
export async function writeFonts(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, { file, ...options }] of Object.entries(sources)) {
    const font = await readFile(fileURLToPath(import.meta.resolve(file)))
    for (const [part, characters] of [
      ['common', commonCharacters],
      ['other', withoutCommon],
    ] as const) {
      const subset = await subsetFont(font, characters, { targetFormat: 'woff2', keepFeatures, ...options })
      // Builds may run side by side.
      const path = join(folder, `${name}-${part}.woff2`)
      await writeFile(`${path}.${process.pid}`, subset)
      await rename(`${path}.${process.pid}`, path)
    }
  }
  return folder
}

/** Makes the files of `writeFonts` available as `site-fonts/…`. */
export const siteFonts = (): AstroIntegration => ({
  name: 'site-fonts',
  hooks: {
    'astro:config:setup': async ({ config, updateConfig }) => {
      const folder = await writeFonts(fileURLToPath(new URL('node_modules/.cache/site-fonts', config.root)))
      updateConfig({ vite: { resolve: { alias: { 'site-fonts': folder } } } })
    },
  },
})
