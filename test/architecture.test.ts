import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projections } from '../backend/projections/index.ts'

type Rule = { may: string[]; types?: string[]; packages?: RegExp }

/** The event log as others see it: the port, `handle` and the shapes around them; never an adapter. */
const port = [
  'command-context',
  'decider',
  'event-log',
  'handle',
  'lag',
  'metadata',
  'stream-reader',
  'encryption/subject-keys',
].map((name) => `backend/kernel/eventlog/${name}.ts`)
/** The types of deciders, their error, and the state after events. */
const decider = 'backend/kernel/eventlog/decider.ts'
/** Decisions of operators about a projection that stopped. */
const skips = 'backend/kernel/projector/projection-skips.ts'

/**
 * The allowed imports of each room; paths are prefixes from the root, and a room may always import itself. `types`: for
 * `import type` only. `packages`: which of npm’s and Node’s, where it matters.
 */
const rooms: Record<string, Rule> = {
  brand: { may: [], packages: /^$/ },
  /** Plain facts, for every room and the site. */
  records: { may: [], packages: /^zod$/ },
  /** The campaign's own folder is read by the server, and put into the site by the build, as are hashes of its words. */
  contract: { may: [], packages: /^(zod|node:crypto|#own-campaign)$/ },
  'backend/domain': {
    may: [decider, 'backend/table-files'],
    types: ['backend/moderation/classification.ts'],
    packages: /^$/,
  },
  /** The bytes, cells, amounts and times of a table file. */
  'backend/table-files': { may: [decider], packages: /^$/ },
  'backend/kernel': { may: [] },
  'backend/kernel/concurrency': { may: [], packages: /^node:(module|path|timers|worker_threads)/ },
  'backend/kernel/database': { may: ['backend/kernel/concurrency'] },
  'backend/kernel/eventlog': { may: ['backend/kernel/database', 'backend/kernel/concurrency'] },
  'backend/event-schemas': {
    may: ['backend/topics'],
    types: ['backend/domain', 'backend/kernel/eventlog/upcasters.ts', decider, skips],
    packages: /^(zod|node:(util|zlib))$/,
  },
  /** The flags and the roles of an account are rules as well as facts: the decider has them, and its topic passes them on. */
  'backend/topics': {
    may: [
      'contract/topic-words.ts',
      ...['account-flags', 'role-grants'].map((name) => `backend/domain/accounts/${name}.ts`),
    ],
    types: ['backend/domain', decider, skips],
    packages: /^$/,
  },
  'backend/projections': {
    may: [
      'backend/topics',
      'backend/event-schemas/page-view-blocks.ts',
      // The rule by which mail stops, as in the stream (decisions/0161).
      'backend/domain/mail/mail-suppressions.ts',
      ...['projection', 'derived-version'].map((name) => `backend/kernel/projector/${name}.ts`),
    ],
    types: ['backend/domain', 'backend/kernel/eventlog/metadata.ts', decider],
    packages: /^$/,
  },
  'backend/kernel/projector': { may: ['backend/kernel/database', 'backend/kernel/concurrency', ...port] },
  'backend/identity': { may: ['backend/kernel/database', 'backend/kernel/concurrency'] },
  'backend/traffic': { may: ['backend/kernel/database', 'backend/kernel/concurrency'] },
  'backend/mail': {
    may: [
      'backend/kernel/database',
      'backend/kernel/concurrency',
      'backend/domain/mail/inboxes.ts',
      'backend/domain/mail/refusal-classes.ts',
      'backend/domain/mail/refusal-words.ts',
    ],
  },
  'backend/returned-mail': {
    may: [
      'backend/mail',
      'backend/kernel/concurrency',
      'backend/domain/mail/phrases/index.ts',
      'backend/domain/mail/refusal-classes.ts',
      'backend/domain/mail/refusal-words.ts',
    ],
  },
  'backend/kernel/backup': { may: ['backend/kernel/database', 'backend/kernel/concurrency', ...port] },
  'backend/email-campaign-sending': {
    may: [
      'contract',
      'backend/domain',
      'backend/read-model',
      'backend/mail',
      'backend/kernel/database',
      'backend/kernel/concurrency',
      ...port,
    ],
  },
  'backend/photos': { may: ['backend/kernel/database', 'backend/kernel/concurrency'] },
  'backend/read-model': { may: ['backend/kernel/database', 'backend/topics', 'contract'] },
  'backend/kernel/http': { may: ['backend/kernel/database', 'backend/kernel/concurrency', ...port] },
  'backend/commands': {
    may: [
      'contract',
      'backend/domain',
      'backend/table-files',
      'backend/topics',
      'backend/read-model',
      'backend/kernel/http',
      'backend/kernel/concurrency',
      'backend/experiments',
      ...port,
    ],
    types: ['backend/moderation/classification.ts'],
  },
  'backend/experiments': {
    may: [
      'contract',
      'backend/domain',
      'backend/event-schemas/page-view-blocks.ts',
      'backend/topics',
      'backend/read-model',
      'backend/kernel/http',
      'backend/traffic/loaded-ahead.ts',
      'backend/kernel/concurrency',
      ...port,
    ],
  },
  'backend/commands/auth': {
    may: [
      'contract',
      'backend/domain',
      'backend/read-model',
      'backend/kernel/http',
      'backend/identity',
      'backend/commands',
      ...port,
    ],
  },
  'backend/queries': { may: ['contract', 'backend/kernel/http', 'backend/read-model'] },
  'backend/reactors': {
    may: [
      'backend/domain',
      'backend/topics',
      'backend/read-model',
      'backend/mail',
      'backend/pages',
      'backend/photos',
      'backend/kernel/database',
      'backend/kernel/concurrency',
      ...port,
    ],
  },
  'backend/kernel/monitoring': { may: ['backend/kernel/database', 'backend/kernel/concurrency'] },
  'backend/pages': { may: ['brand', 'contract', 'backend/read-model', 'backend/kernel/concurrency'] },
  'backend/moderation': {
    may: ['backend/kernel/concurrency'],
    types: ['backend/domain/forum/screening.ts', 'backend/kernel/database/connect.ts'],
    packages: /^(node:|eld\/)/,
  },
  site: { may: ['brand', 'contract'] },
  'site/lib': { may: ['brand', 'contract', 'site/content'] },
  'site/content': { may: ['contract', 'site/lib'] },
  'site/stores': { may: ['contract', 'site/lib', 'site/content'] },
  'site/islands': { may: ['contract', 'site/stores', 'site/lib', 'site/content'] },
}

/** These parts of the event log never import each other; what they share is in the port. */
const apart = ['postgres', 'eventstoredb', 'encryption', 'integrity'].map((name) => `backend/kernel/eventlog/${name}`)

type Import = { from: string; to: string; isType: boolean }

const sources = /(?<!\.test)\.(ts|tsx|astro|mjs)$/

function files(folder: string, names = sources): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return files(path, names)
    return names.test(name) ? [path] : []
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
const paths = ['brand', 'records', 'contract', 'backend', 'site'].flatMap((room) => files(join(root, room)))
const all = paths.map((path) => relative(root, path))
const imports = paths.flatMap(importsFrom)
function importsFrom(path: string): Import[] {
  return importsOf(path).map((one) => ({ ...one, from: relative(root, path), to: relativeTo(one.to) }))
}
function relativeTo(target: string): string {
  return target.startsWith('/') ? relative(root, target) : target
}
const isLocal = ({ to }: Import) =>
  /^(brand|records|contract|backend|site|test|moderation-training)\//.test(to) || to.startsWith('..')
const startsWithOne = (path: string, prefixes: string[]) =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
const isIn = (room: string) => (one: Import) => one.from.startsWith(`${room}/`)
const arrow = ({ from, to }: Import) => `${from} -> ${to}`
/** The innermost room of a file decides. */
const roomOf = (file: string) =>
  Object.keys(rooms)
    .filter((room) => file.startsWith(`${room}/`))
    .toSorted((a, b) => b.length - a.length)[0]

describe('rooms', () => {
  it.each(Object.entries(rooms))('%s imports only what it may, type imports included', (room, rule) => {
    const own = imports.filter(({ from }) => roomOf(from) === room)
    const wrong = own.filter((one) => {
      if (!isLocal(one)) return rule.packages !== undefined && !rule.packages.test(one.to)
      return !startsWithOne(one.to, [room, 'records', ...rule.may, ...(one.isType ? (rule.types ?? []) : [])])
    })
    expect(wrong.map(arrow)).toEqual([])
  })

  it('the kernel imports nothing outside of itself but plain facts of no campaign; its tests import test/support as well', () => {
    const wing = 'backend/kernel'
    const facts = ['records/http', 'records/columns.ts', 'records/fields.ts']
    const tests = files(join(root, wing), /\.test\.ts$/).flatMap(importsFrom)
    expect(tests.length).toBeGreaterThan(100)
    const leaves = (prefixes: string[]) => (one: Import) =>
      (isLocal(one) || one.to === 'package.json') && !startsWithOne(one.to, prefixes)
    const wrong = [
      ...imports.filter(isIn(wing)).filter(leaves([wing, ...facts])),
      ...tests.filter(leaves([wing, ...facts, 'test/support'])),
    ]
    expect(wrong.map(arrow)).toEqual([])
  })

  it('adapters, encryption and integrity of the event log never import each other', () => {
    const wrong = imports.filter(({ from, to }) =>
      apart.some(
        (part) =>
          isIn(part)({ from, to, isType: false }) &&
          startsWithOne(
            to,
            apart.filter((one) => one !== part),
          ),
      ),
    )
    expect(wrong.map(arrow)).toEqual([])
  })

  it.each([
    ['backend/topics', /satisfies Topic</],
    ['backend/event-schemas', /satisfies FieldsOf</],
    ['backend/projections', /^export const \w+Projection\b/m],
    ['backend/commands', /^export async function \w+Commands\(/m],
    ['backend/queries', /^export async function \w+Queries\(/m],
    ['backend/reactors', /^export (const|function) \w+Reactor\b/m],
  ])('%s/index.ts leaves no part of the room out', (room, part) => {
    const index = `${room}/index.ts`
    const listed = new Set(imports.filter(({ from }) => from === index).map(({ to }) => to))
    // Accounts and sessions have an index of their own.
    const others = all.filter((file) => roomOf(file) === room && file !== index)
    const parts = others.filter((file) => part.test(readFileSync(join(root, file), 'utf8')))
    expect(parts.length).toBeGreaterThan(5)
    expect(parts.filter((file) => !listed.has(file))).toEqual([])
  })

  it('kernel rooms name no topic: they serve each of them alike', () => {
    const topics =
      /prayer|endorsement|volunteer|rsvp|donation|email[-_]?signup|campaign[-_]?(event|slot|queue|sender)|welcome|bounce(?!r)|email[-_]?campaign|page[-_]?variation|allele|forum|moderation|news|suppression|mail[-_]?consent|unsubscribe[-_]?token/i
    const isKernel = (file: string) => /^backend\/(kernel|identity|table-files)\//.test(file)
    // Without comments, which may give an example.
    const code = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const naming = all.filter(isKernel).filter((file) => topics.test(file) || topics.test(code(file)))
    expect(naming).toEqual([])
  })

  it('core.ts, which the command line tools share, imports nothing of the composition', () => {
    const climbing = imports.filter(
      ({ from, to }) => from === 'backend/core.ts' && to.startsWith('backend/composition/'),
    )
    expect(climbing.map(arrow)).toEqual([])
  })

  it('the backend’s root holds only the process and its composition', () => {
    const loose = all.filter((file) => dirname(file) === 'backend').map((file) => relative('backend', file))
    expect(loose.toSorted()).toEqual(['app.ts', 'core.ts', 'main.ts', 'server.ts', 'startup.ts'])
  })

  it('the site takes only types and plain files from contract and records: no schema library reaches a browser', () => {
    const ofContract = [
      'campaign',
      'campaign-event-times',
      'form-notes',
      'hero-text',
      'link-token',
      'own-path',
      'parsed-url',
      'topic-words',
    ]
    const ofRecords = all.filter(
      (file) => file.startsWith('records/') && !imports.some((one) => one.from === file && !isLocal(one)),
    )
    const plain = [...ofContract.map((name) => `contract/${name}.ts`), ...ofRecords]
    const wrong = imports
      .filter(isIn('site'))
      .filter((one) => /^(contract|records)\//.test(one.to) && !plain.includes(one.to) && !one.isType)
    expect(wrong.map(arrow)).toEqual([])
    const fromPlain = imports.filter(({ from }) => plain.includes(from))
    /** The build puts what they give into the site as literals. */
    const atBuild = ['#own-campaign', 'contract/wording-hash.ts']
    expect(fromPlain.filter(({ to }) => !atBuild.includes(to) && !plain.includes(to)).map(arrow)).toEqual([])
  })

  it('only the EventStoreDB adapter knows its client, and only environment.ts reads the environment', () => {
    const clients = imports.filter((one) => one.to === '@eventstore/db-client').map((one) => one.from)
    expect(clients.filter((file) => !file.startsWith('backend/kernel/eventlog/eventstoredb/'))).toEqual([])
    const readers = all.filter(
      (file) => file.startsWith('backend/') && /process\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(readers).toEqual(['backend/config/environment.ts'])
  })

  it('no module of the server loads node:http as an ES module, with the client behind fetch (http/node-http.ts)', () => {
    const values = imports.filter(
      ({ from, to, isType }) => from.startsWith('backend/') && to === 'node:http' && !isType,
    )
    expect(values.map(({ from }) => from)).toEqual([])
  })

  it('only the read model selects from read tables; projections define them, and the projector writes them', () => {
    const tables = projections.flatMap((projection) => Object.keys(projection.tables))
    const named = new RegExp(`\\bread\\.(${tables.join('|')})\\b`)
    const others = all.filter(
      (file) => file.startsWith('backend/') && !/^backend\/(read-model|projections|kernel\/projector)\//.test(file),
    )
    expect(others.filter((file) => named.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it('only one file ends sessions, so that each end is on record', () => {
    const enders = all.filter((file) => /DELETE FROM app\.sessions\b/.test(readFileSync(join(root, file), 'utf8')))
    expect(enders).toEqual(['backend/identity/session-ends.ts'])
  })

  it('there is no import cycle, type imports included', () => {
    const graph = new Map<string, string[]>()
    for (const one of imports) if (isLocal(one)) graph.set(one.from, [...(graph.get(one.from) ?? []), one.to])
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
