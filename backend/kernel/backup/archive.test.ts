import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type ArchiveEntry, inParts, readArchive, writeArchive } from './archive.ts'
import { isSignatureOf } from './signature.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'campaign-archive-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number++) yield randomBytes(1024 * 1024)
}

const long = `files/photos/${'owner'.repeat(20)}/photo-256.webp`

async function* entries(): AsyncGenerator<ArchiveEntry> {
  yield { name: 'manifest.json', bytes: Buffer.from('{"format":1}') }
  yield* inParts('tables/large', chunks(5))
  yield* inParts('tables/empty', chunks(0))
  yield { name: long, bytes: Buffer.from('picture') }
}

async function written(): Promise<string> {
  const path = join(folder(), 'backup.tar.gz')
  await writeArchive(path, entries(), null)
  return path
}

async function checkArchive(path: string): Promise<void> {
  for await (const _ of readArchive(path));
}

it('returns what was added, in order, and large content in parts', async () => {
  const path = await written()
  const found: [string, number][] = []
  for await (const { name, bytes } of readArchive(path)) found.push([name, bytes.length])
  expect(found).toEqual([
    ['manifest.json', 12],
    ['tables/large/000001', 4 * 1024 * 1024],
    ['tables/large/000002', 1024 * 1024],
    [long, 7],
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('leaves nothing behind when its content fails', async () => {
  const place = folder()
  async function* failing(): AsyncGenerator<ArchiveEntry> {
    yield* entries()
    throw new Error('The database went away.')
  }
  await expect(writeArchive(join(place, 'backup.tar.gz'), failing(), null)).rejects.toThrow('The database went away.')
  expect(readdirSync(place)).toEqual([])
})

it('reports a full disk', async () => {
  const writing = writeArchive(join(folder(), 'missing', 'backup.tar.gz'), entries(), null)
  await expect(writing).rejects.toMatchObject({ code: 'ENOENT' })
})

const incomplete = /is not a complete backup: it was cut or changed/

it.each([0.01, 0.5, 0.999])('rejects a file cut after %f of its bytes', async (share) => {
  const path = await written()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)))
  await expect(checkArchive(path)).rejects.toThrow(incomplete)
})

it('rejects a changed byte, something else, an empty file and no file', async () => {
  const path = await written()
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await expect(checkArchive(path)).rejects.toThrow(incomplete)
  writeFileSync(path, 'not a backup')
  await expect(checkArchive(path)).rejects.toThrow(incomplete)
  writeFileSync(path, '')
  await expect(checkArchive(path)).rejects.toThrow(incomplete)
  await expect(checkArchive(`${path}.elsewhere`)).rejects.toThrow(/^There is no file /)
})

it('can be opened by any tar program', async () => {
  const listed = execFileSync('tar', ['tzf', await written()], { encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual([
    'manifest.json',
    'tables/large/000001',
    'tables/large/000002',
    long,
    'SHA256',
  ])
})

it('holds nothing but plain files: no links, devices or folders, and no names with line breaks', async () => {
  const place = folder()
  symlinkSync('/etc/passwd', join(place, 'link'))
  mkdirSync(join(place, 'inside'))
  execFileSync('mkfifo', [join(place, 'pipe')])
  for (const name of ['link', 'inside', 'pipe']) {
    const path = join(place, `${name}.tar.gz`)
    execFileSync('tar', ['czf', path, '--format=ustar', '-C', place, name])
    await expect(checkArchive(path)).rejects.toThrow(incomplete)
  }
  async function* broken(): AsyncGenerator<ArchiveEntry> {
    yield { name: 'files/photos/a\n7\nb', bytes: Buffer.from('picture') }
  }
  await expect(writeArchive(join(place, 'name.tar.gz'), broken(), null)).rejects.toThrow(/no backup can hold/)
})

it('has a signature over all entries before it, and nothing may follow', async () => {
  const key = Buffer.alloc(32, 1)
  const path = join(folder(), 'signed.tar.gz')
  await writeArchive(path, entries(), key)
  const sealed = await (async () => {
    const archive = readArchive(path)
    let next = await archive.next()
    while (!next.done) next = await archive.next()
    return next.value
  })()
  expect(isSignatureOf(sealed.signature ?? '', sealed.digest, key)).toBe(true)
  expect(isSignatureOf(sealed.signature ?? '', sealed.digest, Buffer.alloc(32, 2))).toBe(false)
  async function* more(): AsyncGenerator<ArchiveEntry> {
    yield* entries()
    yield { name: 'SIGNATURE', bytes: Buffer.from(sealed.signature ?? '') }
    yield { name: 'tables/app.accounts/000001', bytes: Buffer.from('more') }
  }
  await writeArchive(path, more(), null)
  await expect(checkArchive(path)).rejects.toThrow(incomplete)
})
