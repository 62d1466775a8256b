import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** Matches the names that a line of .gitignore such as 'dist/' or '*.log' leaves out. */
const namesOf = (line: string) =>
  new RegExp(
    `^${line
      .replace(/\/$/, '')
      .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
      .replaceAll('*', '.*')}$`,
  )

/** Paths of the project's files, relative to its folder, as `git ls-files` lists them; a machine without git has them too. */
export function projectFiles(): string[] {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean).map(namesOf)
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (entry.name === '.git' || ignored.some((names) => names.test(entry.name))) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
  return filesIn('').toSorted()
}
