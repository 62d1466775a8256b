import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { streamKinds } from './index.ts'

const domain = join(import.meta.dirname, '../domain')

it('lists the kind of every stream that the domain names', () => {
  const sources = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const declared = sources.flatMap((name) => [
    ...readFileSync(join(domain, name), 'utf8').matchAll(/^export const (\w+Stream) = (.*?(?:=>\n.*)?)$/gm),
  ])
  const names = declared.map(([, name = '', value = '']) => [name, /[`']([a-z-]+?)-?(?:\$\{|[`'])/.exec(value)?.[1]])
  expect(names.length).toBeGreaterThan(30)
  const isListed = (name: string | undefined) =>
    streamKinds.some((kind) => name !== undefined && (name === kind || name.startsWith(`${kind}-`)))
  expect(names.filter(([, name]) => !isListed(name))).toEqual([])
})
