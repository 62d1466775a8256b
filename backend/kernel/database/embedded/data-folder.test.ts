import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDataFolder } from './data-folder.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'campaign-folder-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

it('takes over the lock of a killed run', () => {
  const path = folder()
  writeFileSync(join(path, 'server.lock'), '999999999 1')
  openDataFolder(path).release()
})

it('takes over a lock whose process id was recycled by another program', () => {
  const path = folder()
  writeFileSync(join(path, 'server.lock'), `${process.ppid} 0`)
  openDataFolder(path)
  expect(readFileSync(join(path, 'server.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
})

it('takes over a lock that a full disk left empty', () => {
  const path = folder()
  writeFileSync(join(path, 'server.lock'), '')
  openDataFolder(path).release()
})

it('rejects a folder that another running copy is using, and says what to do', () => {
  const path = folder()
  const start = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  writeFileSync(join(path, 'server.lock'), `${process.ppid} ${start}`)
  expect(() => openDataFolder(path)).toThrow(/Another copy .* different DATA_DIR and PORT/)
})

it('rejects a folder of another format', () => {
  const path = folder()
  writeFileSync(join(path, 'format'), '99\n')
  expect(() => openDataFolder(path)).toThrow(/has format 99 .* set DATA_DIR to a new folder/)
})

it('says that the folder cannot be created', () => {
  const path = folder()
  writeFileSync(join(path, 'a-file'), '')
  expect(() => openDataFolder(join(path, 'a-file', 'data'))).toThrow(/is not writable\. .* set DATA_DIR/)
})
