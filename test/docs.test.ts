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

const fileOf = (path: string) => path.slice('docs/decisions/'.length)
const numberOf = (path: string) => fileOf(path).slice(0, 4)

/** The end of a decision that holds no more: the line below its title, which names the decision or page that holds instead. */
function endOf(path: string): { line: string; target: string } | null {
  const [, line, target] = read(path).match(/^# .*\n\n((?:Replaced by|Now in) \[[^\]]+\]\(([^)#]+)[^)]*\))\.\n/) ?? []
  return line === undefined || target === undefined ? null : { line, target: join('docs/decisions', target) }
}

it.each(decisions)('%s has Context, Decision and Consequences, or a line that says where to look instead', (path) => {
  const [title, ...headings] = read(path)
    .split('\n')
    .filter((line) => /^##? /.test(line))
  expect(title).toMatch(new RegExp(`^# ${Number(numberOf(path))}\\. `))
  expect(headings).toEqual(endOf(path) ? [] : ['## Context', '## Decision', '## Consequences'])
})

it('a decision that holds no more names a page, or a decision that still holds', () => {
  const dangling = decisions.flatMap((path) => {
    const target = endOf(path)?.target
    if (target === undefined) return []
    const holds = decisions.includes(target) ? endOf(target) === null : pages.includes(target)
    return holds ? [] : [`${path}: ${target}`]
  })
  expect(dangling).toEqual([])
})

it('no two decisions have the same number', () => {
  const numbers = decisions.map(numberOf)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

it('the index lists each decision once, in the order of the numbers, under its title, and says which hold no more', () => {
  const lines = decisions.toSorted().map((path) => {
    const end = endOf(path)?.line.replace(/^./, (first) => first.toLowerCase())
    return `- [${numberOf(path)}](${fileOf(path)}) ${read(path).match(/^# \d+\. (.*)$/m)?.[1]}${end ? ` (${end})` : ''}`
  })
  expect(
    read('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- [')),
  ).toEqual(lines)
})

it('decisions named in code and pages exist', () => {
  const numbers = new Set(decisions.map(numberOf))
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

/** As GitHub names the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

it('links to a section of a page lead to a heading', () => {
  const anchors = (path: string) =>
    new Set([...read(path).matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
  const dangling = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, target = '', anchor = '']) => ({ page: target ? join(dirname(path), target) : path, target, anchor }))
      .filter(
        ({ page, target, anchor }) => !/^[a-z]+:/.test(target) && pages.includes(page) && !anchors(page).has(anchor),
      )
      .map(({ page, anchor }) => `${path}: ${page}#${anchor}`),
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
