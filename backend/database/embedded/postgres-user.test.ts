import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clusterFolder } from './postgres-user.ts'

const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o700)
  return folder
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('the cluster of a data folder that only its owner may enter', () => {
  it('lies outside of it, in a folder that PostgreSQL can pass through', () => {
    const outside = join(closedFolder(), 'campaign-site')
    const folder = clusterFolder(closedFolder(), user, outside)
    expect([dirname(folder), modeOf(outside)]).toEqual([outside, '755'])
  })

  it('is reachable again where an earlier version closed that folder', () => {
    const outside = join(closedFolder(), 'campaign-site')
    mkdirSync(outside, { mode: 0o700 })
    clusterFolder(closedFolder(), user, outside)
    expect(modeOf(outside)).toBe('755')
  })

  it('stays inside when PostgreSQL runs as the owner', () => {
    const folder = closedFolder()
    expect(clusterFolder(folder, undefined, '/nowhere')).toBe(join(folder, 'postgres'))
  })
})
