import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPageCopies, type PageCopy } from './page-copies.ts'

const bodies = { identity: Buffer.from('<h1>Roads</h1>'), gzip: null, br: null }
const about = { build: 'build-1', content: '{}', contentType: 'text/html', csp: null, bodies }
const copyAt = (id: number): PageCopy => ({ ...about, path: `/news/${id}` })

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'copies-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('a renderer of thousands of pages waits for the disk, so that about a hundred copies stay in memory', async () => {
  const folder = await temporaryFolder()
  const copies = createPageCopies(folder)
  for (let id = 1; id <= 300; id++) await copies.save(copyAt(id))
  expect((await readdir(folder)).filter((name) => name.endsWith('.json')).length).toBeGreaterThanOrEqual(199)
  await copies.settled()
  expect(await readdir(folder)).toHaveLength(300)
})

it('a renderer goes on when copies cannot be written', async () => {
  const failed: string[] = []
  const copies = createPageCopies('/dev/null/copies', (_error, path) => failed.push(path))
  for (let id = 1; id <= 300; id++) await copies.save(copyAt(id))
  await copies.settled()
  expect(failed).toHaveLength(300)
})
