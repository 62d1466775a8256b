import { expect, it } from 'vitest'
import { projectFiles } from './project-files.ts'

it('lists the files of the project, hidden ones too, without what .gitignore leaves out', () => {
  const files = projectFiles()
  expect(files).toEqual(expect.arrayContaining(['.ci/run', '.gitignore', 'README.md', 'site/pages/index.astro']))
  expect(files.filter((file) => /(^|\/)(\.git|node_modules|dist|\.astro)\/|\.log$/.test(file))).toEqual([])
})
