import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('{backend,brand,contract,records,site}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|d)\.ts$/.test(file),
)

/** The kernel is one wing, and so are the parts of the site. */
const roomOf = (file: string): string => {
  const [wing = '', room = ''] = file.split('/')
  return wing === 'backend' ? `${wing}/${room}` : wing
}

const plain = (node: ts.Node) =>
  node
    .getText()
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/[;,]\s*(?=\}|$)/g, '')
    .trim()
const inOrder = (nodes: readonly ts.Node[], between: string) => nodes.map(plain).toSorted().join(between)

type Named = { name: string; says: string }

/** A type is the same under any name and in any order, if it says two things or more. */
function typeIn(statement: ts.Statement): Named[] {
  if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters) return []
  const { name, type } = statement
  if (ts.isTypeLiteralNode(type) && type.members.length > 1)
    return [{ name: name.text, says: `{ ${inOrder(type.members, '; ')} }` }]
  if (ts.isUnionTypeNode(type)) return [{ name: name.text, says: inOrder(type.types, ' | ') }]
  return []
}

/** A constant is the same under the same name. */
function constantsIn(statement: ts.Statement): Named[] {
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && ts.isIdentifier(name) ? [{ name: name.text, says: `${name.text} = ${plain(initializer)}` }] : [],
  )
}

/** Per type or constant that stands in two rooms: its names and files. */
function copiesAmong(sources: readonly { file: string; text: string }[]): string[] {
  const found = sources.flatMap(({ file, text }) =>
    ts
      .createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      .statements.flatMap((statement) => [...typeIn(statement), ...constantsIn(statement)])
      .map((one) => ({ ...one, file })),
  )
  const bySaying = [...Map.groupBy(found, ({ says }) => says).values()]
  return bySaying
    .filter((copies) => new Set(copies.map(({ file }) => roomOf(file))).size > 1)
    .filter((copies) => copies.some(({ name }) => !Object.hasOwn(alike, name)))
    .map((copies) => copies.map(({ name, file }) => `${name} (${file})`).join(', '))
}

const byChance = 'Each room has a limit of its own, which may change alone.'
const ownNeeds = 'A room names the few things that it needs of another, which it does not import.'
/** Names that may say the same in several rooms. */
const alike: { readonly [name: string]: string } = {
  ...{
    timeout: byChance,
    maxShown: byChance,
    freshFor: byChance,
    enough: byChance,
    maxAttempts: byChance,
    batchSize: byChance,
  },
  ...{ lease: byChance, maxReason: byChance, maxKnown: byChance, pageSize: byChance },
  ...{ Addressee: ownNeeds, About: ownNeeds, Proof: ownNeeds, ReportProof: ownNeeds, Lag: ownNeeds },
  ...{ Logger: ownNeeds, Output: ownNeeds, KeptBytes: ownNeeds, WholeList: ownNeeds, SignedIn: ownNeeds },
  ...{ Person: ownNeeds, Named: ownNeeds, Place: ownNeeds, Location: ownNeeds, DkimKey: ownNeeds, Dkim: ownNeeds },
  ...{ Offer: ownNeeds, Page: ownNeeds, Known: ownNeeds, Counts: ownNeeds, Totals: ownNeeds, Logit: ownNeeds },
  ...{ Span: ownNeeds, Thresholds: ownNeeds, Activity: ownNeeds, CategoryActivity: ownNeeds, Mail: ownNeeds },
  ...{ Failures: ownNeeds, EmailCampaignFailures: ownNeeds, BaseColors: ownNeeds, CampaignColors: ownNeeds },
  ...{ SentIn: ownNeeds, Address: ownNeeds, Invited: ownNeeds },
  ...{ Leader: ownNeeds, Response: ownNeeds, Target: ownNeeds, SentItem: ownNeeds, Erasure: ownNeeds, Event: ownNeeds },
  ...{ Decision: 'What admins decide.', Action: 'Which button it is.' },
  ...{ Names: 'A name in two parts.', Parts: 'A name in two parts.' },
  ...{ Cell: 'What a file can hold.', CsvCell: 'What a file can hold.' },
  ...{ white: 'Mail has a palette without the site.', black: 'Mail has a palette without the site.' },
  ...{ root: 'The folder of the program, from where a file is.', now: 'The clock in seconds.' },
  ...{ refuse: 'A sentence for a row.', notFound: 'A sentence for a missing item.' },
  ...{ gene: 'A schema of the shared list.', contentType: 'A schema of the shared list.' },
  undefinedTable: 'A code of PostgreSQL.',
}

describe('what two rooms must agree on', () => {
  it('stands in one place', () => {
    const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    expect(copiesAmong(sources)).toEqual([])
  })

  it('is found under any name and in any order, if a type, and under its own name, if a constant', () => {
    const one = 'type Owner = { id: number; isOpen: boolean }\nconst most = 4\nconst least = 1'
    const other =
      'export type Holder = {\n  isOpen: boolean // now\n  id: number\n}\nexport const most = 4\nconst few = 1'
    const sources = [
      { file: 'backend/mail/one.ts', text: one },
      { file: 'backend/domain/other.ts', text: other },
    ]
    expect(copiesAmong(sources)).toEqual([
      'Owner (backend/mail/one.ts), Holder (backend/domain/other.ts)',
      'most (backend/mail/one.ts), most (backend/domain/other.ts)',
    ])
    expect(copiesAmong(sources.map(({ text }, index) => ({ file: `site/${index}.ts`, text })))).toEqual([])
  })

  it('is a copy only by name where the list says so: every name of the list still stands in two files', () => {
    const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
    const unused = Object.keys(alike).filter(
      (name) => !texts.some((text) => new RegExp(`^(export )?(type|const) ${name}\\b`, 'm').test(text)),
    )
    expect(unused).toEqual([])
  })
})
