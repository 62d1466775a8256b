import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../backend/tools/site-build.ts'

const built = join(import.meta.dirname, '..', 'dist', 'client')
const filesWith = (pattern: string, syntax: RegExp) =>
  globSync(pattern, { cwd: built }).filter((file) => syntax.test(readFileSync(join(built, file), 'utf8')))

beforeAll(() => ensureBuilt(() => {}))

it('no script has a lookbehind, which ends the whole file in Safari before 16.4', () => {
  expect(filesWith('_astro/*.js', /\(\?<[=!]/)).toEqual([])
})

it('no page has nested styles, which Firefox 115 drops', () => {
  expect(filesWith('**/*.html', /<style[^>]*>[^<]*[{;}]&/)).toEqual([])
})
