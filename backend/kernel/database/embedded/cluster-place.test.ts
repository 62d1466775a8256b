import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findCluster, markCluster } from './cluster-place.ts'

/** Neither root nor the owner of these folders. */
const postgres = { uid: 54_321, gid: 54_321 }

type Place = { dataDir: string; parent: string; outside: string }

function place(mode = 0o755): Place {
  const root = mkdtempSync(join(tmpdir(), 'campaign-place-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const parent = join(root, 'parent')
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir, { recursive: true })
  chmodSync(parent, mode)
  return { dataDir, parent, outside: join(root, 'outside') }
}

let made = 0n

/** Files that PostgreSQL and we write at a start. */
function startIn({ dataDir, outside }: Place, { isMarked = true } = {}): string {
  const cluster = findCluster(dataDir, postgres, outside)
  const control = join(cluster, 'global', 'pg_control')
  mkdirSync(dirname(control), { recursive: true })
  const id = Buffer.alloc(8)
  id.writeBigUInt64LE(7_500_000_000_000_000_000n + ++made)
  writeFileSync(control, id)
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'postgres.log'), '')
  if (isMarked) markCluster(dataDir, cluster)
  return cluster
}

const found = ({ dataDir, outside }: Place) => findCluster(dataDir, postgres, outside)
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a new cluster', () => {
  it('lies in the data folder, and outside of one that only its owner may enter', () => {
    const open = place()
    const closed = place(0o700)
    expect([found(open), dirname(found(closed))]).toEqual([join(open.dataDir, 'postgres'), closed.outside])
    expect(findCluster(closed.dataDir, undefined, closed.outside)).toBe(join(closed.dataDir, 'postgres'))
  })

  it('can be reached outside where an earlier version closed that folder', () => {
    const closed = place(0o700)
    mkdirSync(closed.outside, { mode: 0o700 })
    found(closed)
    expect(modeOf(closed.outside)).toBe('755')
  })
})

describe.each([
  ['with a mark', true],
  ['of a version without marks', false],
])('a data folder %s', (_, isMarked) => {
  it('keeps its cluster when a folder above it is closed, and says how to open it', () => {
    const open = place()
    startIn(open, { isMarked })
    chmodSync(open.parent, 0o700)
    expect(() => found(open)).toThrow(`Run \`chmod o+x ${open.parent}\``)
  })

  it('keeps its cluster outside when the folder above it is opened', () => {
    const closed = place(0o700)
    const cluster = startIn(closed, { isMarked })
    chmodSync(closed.parent, 0o755)
    expect(found(closed)).toBe(cluster)
  })

  it('may be renamed and copied with the cluster in it', () => {
    const open = place()
    startIn(open, { isMarked })
    const copy = { ...open, dataDir: join(open.parent, 'copy') }
    const renamed = { ...open, dataDir: join(open.parent, 'renamed') }
    cpSync(open.dataDir, copy.dataDir, { recursive: true })
    renameSync(open.dataDir, renamed.dataDir)
    expect([found(copy), found(renamed)]).toEqual([join(copy.dataDir, 'postgres'), join(renamed.dataDir, 'postgres')])
  })

  it('begins no empty cluster when its own is gone', () => {
    const open = place()
    rmSync(startIn(open, { isMarked }), { recursive: true })
    expect(() => found(open)).toThrow(/To begin with an empty database, delete /)
  })
})

it('a data folder that is renamed keeps its cluster outside, and a new one in its place gets another', () => {
  const closed = place(0o700)
  const cluster = startIn(closed)
  const renamed = { ...closed, dataDir: join(closed.parent, 'renamed') }
  renameSync(closed.dataDir, renamed.dataDir)
  expect(found(renamed)).toBe(cluster)
  markCluster(renamed.dataDir, cluster)
  mkdirSync(closed.dataDir)
  const another = startIn(closed)
  expect([another === cluster, dirname(another)]).toEqual([false, closed.outside])
  expect([found(renamed), found(closed)]).toEqual([cluster, another])
})

it('a copy of a data folder does not use the cluster that the original has outside', () => {
  const closed = place(0o700)
  startIn(closed)
  const copy = { ...closed, dataDir: join(closed.parent, 'copy') }
  cpSync(closed.dataDir, copy.dataDir, { recursive: true })
  expect(() => found(copy)).toThrow(`${copy.dataDir} is a copy of ${closed.dataDir}, without the database`)
})

it('a renamed data folder without a mark, whose cluster is outside, asks for its former name', () => {
  const closed = place(0o700)
  startIn(closed, { isMarked: false })
  const renamed = { ...closed, dataDir: join(closed.parent, 'renamed') }
  renameSync(closed.dataDir, renamed.dataDir)
  expect(() => found(renamed)).toThrow(/give it its former name back and start once/)
})

it('two clusters for a data folder without a mark are for a person to choose from', () => {
  const closed = place(0o700)
  const cluster = startIn(closed, { isMarked: false })
  const inside = join(closed.dataDir, 'postgres')
  cpSync(cluster, inside, { recursive: true })
  expect(() => found(closed)).toThrow(`${inside} and ${cluster}. Move the one that is not yours away`)
})

it('another cluster in the place of the own one is refused', () => {
  const [own, other] = [place(), place()]
  const cluster = startIn(own)
  const control = join('global', 'pg_control')
  cpSync(join(startIn(other), control), join(cluster, control))
  expect(() => found(own)).toThrow(/is another database than the one/)
})

it('a mark that a program cut off is refused', () => {
  const open = place()
  startIn(open)
  const mark = join(open.dataDir, 'cluster')
  writeFileSync(mark, readFileSync(mark).subarray(0, 9))
  expect(() => found(open)).toThrow(`${mark}, which says where the database is, is damaged`)
})

it('files that are no database are left alone', () => {
  const open = place()
  mkdirSync(join(open.dataDir, 'postgres', 'base'), { recursive: true })
  expect(() => found(open)).toThrow(/holds files, and no database/)
})
