import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { closedFolders, reachablePrograms } from './postgres-user.ts'

const stranger = { uid: 54_321, gid: 54_321 }
const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o700)
  return folder
}

it('a folder that only its owner may enter is closed for others, not for its owner', () => {
  const folder = closedFolder()
  const path = join(folder, 'data')
  expect([closedFolders(path, stranger), closedFolders(path, owner)]).toEqual([[folder], []])
})

it('programs out of reach are copied as a whole, for each version, and a half copy is never used', () => {
  const outside = closedFolder()
  chmodSync(outside, 0o755)
  const native = join(closedFolder(), 'native')
  const installVersion = (version: string) => {
    mkdirSync(join(native, 'bin'), { recursive: true })
    writeFileSync(join(native, '..', 'package.json'), JSON.stringify({ version }))
    writeFileSync(join(native, 'bin', 'postgres'), version)
  }
  installVersion('18.4.0')
  mkdirSync(join(outside, 'postgresql-18'))
  mkdirSync(join(outside, 'postgresql-18.4.0.123.tmp'))
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  const first = reachablePrograms(native, stranger, outside)
  installVersion('18.5.0')
  const second = reachablePrograms(native, stranger, outside)
  expect([first, second].map((copy) => existsSync(join(copy, 'bin', 'postgres')))).toEqual([true, true])
  expect(closedFolders(join(second, 'bin', 'postgres'), stranger)).toEqual([])
  expect(readdirSync(outside).toSorted()).toEqual([
    'postgresql-18',
    'postgresql-18.4.0',
    'postgresql-18.4.0.123.tmp',
    'postgresql-18.5.0',
  ])
})
