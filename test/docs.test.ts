import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from './support/run/project-files.ts'

const root = join(import.meta.dirname, '..')
const tracked = projectFiles()
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = tracked.filter((path) => path.endsWith('.md') && !path.startsWith('moderation-training/examples/'))
const code = tracked.filter((path) => /\.(ts|tsx|astro|mjs|css)$/.test(path) && path !== 'test/docs.test.ts')
const decisions = tracked.filter((path) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path))

it.each(decisions)('%s has Context, Decision and Consequences', (path) => {
  const headings = read(path)
    .split('\n')
    .filter((line) => /^##? /.test(line))
  const number = Number(path.slice('docs/decisions/'.length).slice(0, 4))
  expect(headings.slice(1)).toEqual(['## Context', '## Decision', '## Consequences'])
  expect(headings[0]).toMatch(new RegExp(`^# ${number}\\. `))
})

it('the index lists each decision once, in the order of the numbers, under its title', () => {
  const lines = decisions.toSorted().map((path) => {
    const file = path.slice('docs/decisions/'.length)
    return `- [${file.slice(0, 4)}](${file}) ${read(path).match(/^# \d+\. (.*)$/m)?.[1]}`
  })
  expect(
    read('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- [')),
  ).toEqual(lines)
})

it('decisions named in code and pages exist', () => {
  const numbers = new Set(decisions.map((path) => path.slice('docs/decisions/'.length).slice(0, 4)))
  const dangling = [...pages, ...code].flatMap((path) =>
    [...read(path).matchAll(/decisions\/(\d{4})\b/g)]
      .filter(([, number]) => number !== undefined && !numbers.has(number))
      .map(([found]) => `${path}: ${found}`),
  )
  expect(dangling).toEqual([])
})

it('links between pages lead to files', () => {
  const dangling = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  )
  expect(dangling).toEqual([])
})

it('sections of the specification that comments name exist', () => {
  const sections = (page: string) =>
    new Set([...read(`docs/spec/${page}.md`).matchAll(/^## (\d+)\. /gm)].map(([, number]) => number))
  const inPublic = sections('public-and-supporter')
  const inAdministration = sections('administration')
  const dangling = code.flatMap((path) =>
    [...read(path).matchAll(/(administration |Level 3, )?§(\d+)/g)]
      .filter(([, document, number]) =>
        document === 'Level 3, ' ? false : !(document ? inAdministration : inPublic).has(number ?? ''),
      )
      .map(([found]) => `${path}: ${found}`),
  )
  expect(dangling).toEqual([])
})
