import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const site = join(import.meta.dirname, '..')
const isToken = (file: string) => /^styles\/tokens(\.css|\/.+\.css)$/.test(file)
const isStyled = (file: string) => /\.(css|astro|tsx?)$/.test(file) && !/\.test\.ts$/.test(file)

/** A color written out; '#main' and '#all' are places in a page. */
const color = /(?<![&\w])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i

it('every color of the site is a token', () => {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(isStyled)
  expect(files.filter(isToken).length).toBeGreaterThan(1)
  const written = files
    .filter((file) => !isToken(file))
    .flatMap((file) => {
      const lines = readFileSync(join(site, file), 'utf8').split('\n')
      return lines.flatMap((line, index) => (color.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))
    })
  expect(written).toEqual([])
})
