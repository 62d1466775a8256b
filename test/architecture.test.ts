import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Who may import whom, as the house has it; paths are prefixes from the root. Type-only imports are looser where said. */
const rooms: Record<string, { may: string[]; types?: string[]; packages?: RegExp }> = {
  contract: { may: ['contract'], packages: /^zod$/ },
  'backend/domain': { may: ['backend/domain'], packages: /^$/ },
  'backend/eventlog': {
    may: ['backend/eventlog', 'backend/database', 'backend/domain/decider.ts'],
    types: ['backend/domain'],
  },
  'backend/database': { may: ['backend/database'] },
  'backend/projections': {
    may: ['backend/projections', 'backend/database'],
    types: ['backend/domain', 'backend/eventlog'],
  },
  'backend/identity': { may: ['backend/identity', 'backend/database'] },
  'backend/traffic': { may: ['backend/traffic', 'backend/database'] },
  'backend/photos': { may: ['backend/photos'] },
  'backend/moderation': { may: ['backend/moderation'], types: ['backend/domain'], packages: /^node:/ },
  'backend/mail': { may: ['backend/mail', 'backend/database'] },
  'backend/http': {
    may: [
      'backend/http',
      'backend/database',
      'backend/identity',
      'backend/traffic',
      'backend/domain/decider.ts',
      'contract',
    ],
  },
  'backend/commands': { may: ['backend/commands', 'contract', 'backend/domain', 'backend/http'] },
  'backend/queries': { may: ['backend/queries', 'contract', 'backend/http', 'backend/database'] },
  'backend/reactors': {
    may: ['backend/reactors', 'backend/domain', 'backend/database', 'backend/mail', 'backend/pages'],
  },
  'backend/pages': { may: ['backend/pages', 'contract', 'backend/database'] },
  site: { may: ['site', 'contract'] },
}
const inside: Record<string, string[]> = {
  'site/lib': ['site/lib', 'site/content'],
  'site/stores': ['site/stores', 'site/lib', 'site/content'],
  'site/islands': ['site/islands', 'site/stores', 'site/lib', 'site/content'],
  'site/content': ['site/content', 'site/lib'],
}
/** Pure values any room that speaks of the log may use; never an adapter. */
const port = ['event-log', 'handle', 'lag', 'metadata', 'subject-keys'].map((name) => `backend/eventlog/${name}.ts`)
const speaksOfTheLog = ['backend/commands', 'backend/reactors', 'backend/projections', 'backend/http']

type Import = { from: string; to: string; isType: boolean }

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return files(path)
    return /\.(ts|tsx|astro|mjs)$/.test(name) && !/\.test\.ts$/.test(name) ? [path] : []
  })
}

const statement =
  /^\s*(import|export)\s+(type\s)?([^'"]*?\bfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

function importsOf(file: string): Import[] {
  const found = [...readFileSync(file, 'utf8').matchAll(statement)]
  return found.flatMap(([, , type, names = '', fixed, dynamic]) => {
    const target = fixed ?? dynamic
    if (!target) return []
    const listed = names
      .match(/\{([^}]*)\}/)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const isType =
      Boolean(type) || file.endsWith('.d.ts') || (listed?.every((name) => name.startsWith('type ')) ?? false)
    const to = target.startsWith('.') ? normalize(join(dirname(file), target.replace(/\?.*$/, ''))) : target
    return [{ from: file, to, isType }]
  })
}

const root = join(import.meta.dirname, '..')
const all = ['contract', 'backend', 'site'].flatMap((room) =>
  files(join(root, room)).map((path) => relative(root, path)),
)
const imports = all.flatMap((file) =>
  importsOf(join(root, file)).map((one) => ({ ...one, from: file, to: relativeTo(one.to) })),
)
function relativeTo(target: string): string {
  return target.startsWith('/') ? relative(root, target) : target
}
const isLocal = ({ to }: Import) =>
  /^(contract|backend|site|test|moderation-training)\//.test(to) || to.startsWith('..')
const startsWithOne = (path: string, prefixes: string[]) =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
const isIn = (room: string) => (one: Import) => one.from.startsWith(`${room}/`)
const arrow = ({ from, to }: Import) => `${from} -> ${to}`

describe('rooms', () => {
  it.each(Object.entries(rooms))('%s imports only what it may', (room, rule) => {
    const wrong = imports.filter(isIn(room)).filter((one) => {
      if (!isLocal(one)) return rule.packages !== undefined && !one.to.startsWith('.') && !rule.packages.test(one.to)
      if (startsWithOne(one.to, rule.may)) return false
      if (one.isType && startsWithOne(one.to, rule.types ?? [])) return false
      if (speaksOfTheLog.includes(room) && port.includes(one.to)) return false
      return !(/^backend\/commands\/auth(-[a-z-]+)?\.ts$/.test(one.from) && one.to.startsWith('backend/identity/'))
    })
    expect(wrong.map(arrow)).toEqual([])
  })

  it.each(Object.entries(inside))('%s imports only what lies below it', (room, may) => {
    const wrong = imports
      .filter(isIn(room))
      .filter((one) => isLocal(one) && !one.isType && !startsWithOne(one.to, [...may, 'contract']))
    expect(wrong.map(arrow)).toEqual([])
  })

  it('the site takes only types from the contract, and the campaign file: no schema library reaches a browser', () => {
    const plain = 'contract/campaign.ts'
    const wrong = imports
      .filter(isIn('site'))
      .filter((one) => one.to.startsWith('contract/') && one.to !== plain && !one.isType)
    expect(wrong.map(arrow)).toEqual([])
    expect(imports.filter(({ from }) => from === plain).map(arrow)).toEqual([])
  })

  it('only the EventStoreDB adapter knows its client, and only config.ts reads the environment', () => {
    const clients = imports.filter((one) => one.to === '@eventstore/db-client').map((one) => one.from)
    expect(clients.filter((file) => file !== 'backend/eventlog/eventstoredb.ts')).toEqual([])
    const readers = all.filter(
      (file) => file.startsWith('backend/') && /process\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(readers).toEqual(['backend/config.ts'])
  })

  it('no circle exists', () => {
    const graph = new Map<string, string[]>()
    for (const one of imports)
      if (isLocal(one) && !one.isType) graph.set(one.from, [...(graph.get(one.from) ?? []), one.to])
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      if (done.has(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
    expect(circles).toEqual([])
  })
})
