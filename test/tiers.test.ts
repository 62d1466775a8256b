import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesWithLongTests, tiers, withoutLong } from './support/run/tiers.ts'

const folder = join(import.meta.dirname, 'e2e')
const specs = globSync('*.spec.ts', { cwd: folder })

/** 'forum.spec.ts:45 two tab panels …' for each call of `test` whose second argument is neither `main` nor `full`. */
function withoutTier(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  function look(node: ts.Node): void {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'test') {
      const [title, tier] = node.arguments.map((argument) => argument.getText(source))
      if (!/^(main|full|.+ \? main : full)$/.test(tier ?? ''))
        found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${title}`)
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

it.each(specs)('every test of %s says in which tier it runs', (file) => {
  expect(withoutTier(file)).toEqual([])
})

it('tests tagged long run in `npm run test:rest`, and `npm test` leaves them out', () => {
  expect(tiers.main?.unit?.command).toEqual(expect.arrayContaining(withoutLong))
  expect(tiers.rest?.['long-tests']?.command).toEqual(expect.arrayContaining([...filesWithLongTests]))
  expect(filesWithLongTests).toContain('test/api/rsvps.test.ts')
})
