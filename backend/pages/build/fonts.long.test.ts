import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkitten'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDataFolder } from '../../../test/support/app/data-folder.ts'
import { ensureBuilt } from '../../tools/site-build.ts'
import { commonCharacters, writeFonts } from './fonts.ts'

const root = join(import.meta.dirname, '../../..')

/** The characters of a list such as 'U+20-7e, U+a9'. */
const charactersIn = (list: string): string[] =>
  [...list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/g)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) =>
      String.fromCodePoint(from + index),
    )
  })

it('the style sheet maps exactly the common characters to the files with them', () => {
  const rules = readFileSync(join(root, 'site/styles/fonts.css'), 'utf8').split('@font-face').slice(1)
  const found = rules.flatMap((rule) => {
    const [, part] = /-(common|other)\.woff2/.exec(rule) ?? []
    const [, list] = /unicode-range: ([^;]+);/.exec(rule) ?? []
    return part
      ? [
          {
            part,
            characters: charactersIn(list ?? '')
              .toSorted()
              .join(''),
          },
        ]
      : []
  })
  // The rules for the common characters come last, because the last one wins.
  expect(found.map(({ part }) => part)).toEqual([...Array(3).fill('other'), ...Array(3).fill('common')])
  const common = new Set(found.slice(3).map(({ characters }) => characters))
  expect([...common]).toEqual([[...commonCharacters].toSorted().join('')])
})

it('each font has all common characters in one file, and the accents of names in the other', async () => {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  await writeFonts(folder.path)
  const open = (name: string) => {
    const font = create(readFileSync(join(folder.path, name)))
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} holds several fonts.`)
    return (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
  for (const name of ['sans', 'serif', 'serif-bold']) {
    const [inCommon, inOther] = [open(`${name}-common.woff2`), open(`${name}-other.woff2`)]
    expect([...commonCharacters].filter((character) => !inCommon(character))).toEqual([])
    expect([...'éñüßÅøœ€™'].filter((character) => !inOther(character))).toEqual([])
    expect([inCommon('é'), inOther('e')]).toEqual([false, false])
  }
  expect(readdirSync(folder.path)).toHaveLength(6)
})

it('no page as built waits for a second file', async () => {
  await ensureBuilt(() => {})
  const pages = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  )
  const odd = pages.flatMap((path) => {
    const text = readFileSync(join(root, 'dist/client', path), 'utf8').replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '')
    // None of our fonts has the ear of corn.
    return [...text.replace(/[\n🌽]/gu, '')].filter((character) => !commonCharacters.includes(character))
  })
  expect(pages.length).toBeGreaterThan(20)
  expect([...new Set(odd)]).toEqual([])
}, 300_000)
