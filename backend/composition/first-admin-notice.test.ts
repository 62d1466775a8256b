import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { firstAdminNotice } from './first-admin-notice.ts'

const link = 'https://campaign.example/setup?token=secret'

function folder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'campaign-notice-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return { dataDir, file: join(dataDir, 'first-admin-link.txt') }
}

it('a terminal shows the link for the first admin', () => {
  const { dataDir, file } = folder()
  expect(firstAdminNotice(link, { dataDir, isTerminal: true }).join()).toContain(link)
  expect(existsSync(file)).toBe(false)
})

it('a log names a file that only this user can read, also where there was another', () => {
  const { dataDir, file } = folder()
  writeFileSync(file, 'of an earlier start')
  chmodSync(file, 0o644)
  const lines = firstAdminNotice(link, { dataDir, isTerminal: false })
  expect(lines).toEqual([`First admin link, valid once, for 24 hours: in ${file}`])
  expect(readFileSync(file, 'utf8')).toBe(`${link}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('once there is an admin, the file is gone', () => {
  const { dataDir, file } = folder()
  firstAdminNotice(link, { dataDir, isTerminal: false })
  expect(firstAdminNotice(null, { dataDir, isTerminal: false })).toEqual([])
  expect(existsSync(file)).toBe(false)
})
