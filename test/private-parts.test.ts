import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles } from './support/run/project-files.ts'

const root = join(import.meta.dirname, '..')

/**
 * Parts that we use without a promise that they stay, with the reason. A release of one of these packages is read before it
 * is taken (decisions/0073).
 */
const privateParts = [
  {
    of: '@eventstore/db-client',
    reason:
      'The public API sends one call per append, which takes 3.6 times as long, or shared calls that fail together (0047). The imitated server speaks the same protocol.',
    uses: {
      'backend/kernel/eventlog/eventstoredb/protocol.ts': ['@eventstore/db-client'],
      'test/support/log/eventstoredb-messages.ts': ['@eventstore/db-client'],
      'test/support/log/eventstoredb-server.ts': ['@eventstore/db-client'],
    },
  },
  {
    of: 'node:http',
    reason: 'Node joins all headers of every response anew: a tenth of the throughput of a page (0005).',
    uses: { 'backend/pages/serving/ready-head.ts': ['_header'] },
  },
  {
    of: 'vite',
    reason: 'Its way around import() costs every page a kilobyte of the 2,000 bytes that are allowed (0014).',
    uses: { 'astro.config.mjs': ['vite'] },
  },
]

/** Documented, though the package has no `exports`: the types that every program with protocol buffers shares. */
const documentedPaths = /^google-protobuf\/google\/protobuf\//
/** Their documentation asks for declarations that add members. */
const extensible = ['fastify', 'vitest']

const manifestOf = (name: string) => join(root, 'node_modules', name, 'package.json')
const isPackage = (name: string) => existsSync(manifestOf(name))

function publishes(name: string, path: string): boolean {
  if (documentedPaths.test(name + path)) return true
  // An alias of ours, or a package of bench/peers.
  if (!isPackage(name)) return true
  const { exports } = JSON.parse(readFileSync(manifestOf(name), 'utf8'))
  return typeof exports === 'object' && exports !== null && `.${path}` in exports
}

/**
 * The private parts that a file names: packages of which it takes an unpublished path, an internal module or an
 * undocumented member, and members that begin with an underscore. Sorted.
 */
function privatePartsIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = (pattern: RegExp, source = code) => [...source.matchAll(pattern)].map((match) => match.slice(1))
  const paths = found(/(?:\bfrom|\bimport\(|\brequire\()\s*'((?:@[^/']+\/)?[^/'.#:]+)(\/[^'?]+)/g)
  const modules = found(/'\\0([^/']+)\//g).filter(([name = '']) => isPackage(name))
  const added = found(/\bdeclare module '([^'#]+)'/g).filter(
    ([name = '']) => isPackage(name) && !extensible.includes(name),
  )
  const quoted = found(/(?:\bReflect\.\w+\([^,\n]+, |\w\[)'(_\w+)'/g)
  const members = found(/[\w)\]]\??\.(_[a-z]\w*)/gi, code.replace(/'(?:\\.|[^'\\\n])*'/g, "''"))
  const unpublished = paths.filter(([name = '', path = '']) => !publishes(name, path))
  return [...new Set([...unpublished, ...modules, ...added, ...quoted, ...members].map(([part = '']) => part))].sort()
}

describe('private parts', () => {
  it.each([
    ["import { a } from '@eventstore/db-client/dist/utils/a.js'", ['@eventstore/db-client']],
    ["const a: typeof import('pg/package/lib/query.js') = load()", ['pg']],
    ["const a = require('vite/dist/node/a.js')", ['vite']],
    ["const id = '\\0vite/preload-helper.js'", ['vite']],
    ["declare module 'pg' {", ['pg']],
    ["Reflect.get(connection, '_socket')", ['_socket']],
    ['connection._socket.destroy()', ['_socket']],
    ["connection['_socket']", ['_socket']],
    ['open()?._socket', ['_socket']],
    ["import pg from 'pg'", []],
    ["import { createRoot } from 'react-dom/client'", []],
    ["import { Switch } from '@base-ui/react/switch'", []],
    ["import { a } from './a/b.ts'", []],
    ["import { a } from 'node:timers/promises'", []],
    ["declare module 'fastify' {", []],
    ["const host = 'mail._domainkey.example.org'", []],
    ['// connection._socket', []],
  ])('are found in code: %s', (code, parts) => {
    expect(privatePartsIn(code)).toEqual(parts)
  })

  it('are those in the list, of three packages at most', () => {
    const own = relative(root, import.meta.filename)
    const code = projectFiles().filter((file) => /\.(ts|tsx|astro|mjs|js)$/.test(file) && file !== own)
    const found = code.flatMap((file) => {
      // Declarations of packages without types.
      const parts = file.endsWith('.d.ts') ? [] : privatePartsIn(readFileSync(join(root, file), 'utf8'))
      return parts.length > 0 ? [[file, parts]] : []
    })
    expect(Object.fromEntries(found)).toEqual(Object.assign({}, ...privateParts.map(({ uses }) => uses)))
    expect(privateParts.length).toBeLessThanOrEqual(3)
  })
})
