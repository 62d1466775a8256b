import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runningServer } from '../../backend/kernel/database/embedded/process.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { refusedStart } from '../support/app/running-app.ts'
import { firstAdmin, messageOf, visitor } from '../support/app/visitor.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'
import { mayMountDisks, smallDisk } from './small-disk.ts'

vi.setConfig(longTimeouts)

const prayer = (words: string) => ({ prayer: words, firstName: 'Ruth' })
const away = 'We cannot reach our database right now. Please try again in a few seconds.'

if (mayMountDisks()) onARealDisk()
else withoutTheRightToMount()

function onARealDisk(): void {
  it('a full disk (a tmpfs of 100 MB): the start reports it at any step; writes get 503 and pages are served; everything recovers once space is freed', async () => {
    const disk = smallDisk(100)
    onTestFinished(disk.remove)
    const full = {
      code: 1,
      said: [expect.stringMatching(/^The disk that holds .* is full\. Free up space and start again\.$/)],
    }
    disk.fill()
    expect(await refusedStart(disk)).toEqual(full) // no space for a lock
    disk.makeRoom()
    disk.fill(5_000_000)
    expect(await refusedStart(disk)).toEqual(full) // no space for a database
    disk.makeRoom()

    const app = await createTestApp({ http: 'socket', folder: disk })
    onTestFinished(app.kill)
    const person = visitor(app.url)
    const admin = await firstAdmin(app)
    expect((await person.post('/api/prayers', prayer('while there was room'))).status).toBe(201)

    disk.fill()
    const submit = () => person.post('/api/prayers', prayer('x'.repeat(5000)))
    await expect.poll(async () => (await submit()).status, pollTimeout).toBe(503)
    const refused = await submit()
    expect([refused.status, messageOf(refused), refused.headers.get('retry-after')]).toEqual([503, away, '5'])
    expect((await person.get('/prayers')).status).toBe(200)
    expect((await admin.get('/api/admin/prayers')).text).toContain('while there was room')
    for (let time = 1; time <= 3; time++) {
      const ready = await person.get('/readyz')
      expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('The disk of PostgreSQL is full')])
    }

    process.kill(runningServer(join(disk.path, 'postgres'))?.pid ?? 0, 'SIGKILL')
    await expect.poll(async () => (await submit()).status, pollTimeout).toBe(503)
    expect((await person.get('/prayers')).status).toBe(200)

    disk.makeRoom()
    const back = async () => (await person.post('/api/prayers', prayer('after room was made'))).status
    await expect.poll(back, pollTimeout).toBe(201)
    expect((await admin.get('/api/admin/prayers')).text).toContain('while there was room')
    await expect.poll(async () => (await person.get('/readyz')).status, pollTimeout).toBe(200)
    expect(await app.stop()).toBe(0)
  })
}

function withoutTheRightToMount(): void {
  it('a file of seals that cannot be written (no permission to mount a full disk here): everything else continues, and the seals catch up', async () => {
    const folder = temporaryDataFolder()
    onTestFinished(folder.remove)
    const seals = join(folder.path, 'seals.jsonl')
    // Not a link to /dev/full: a reader of that comes to no end.
    writeFileSync(seals, '', { mode: 0o444 })
    const first = await createTestApp({ http: 'socket', folder, env: { LOG_LEVEL: 'warn' } })
    onTestFinished(first.kill)
    expect((await visitor(first.url).post('/api/prayers', prayer('unsealed'))).status).toBe(201)
    await expect.poll(() => first.output.join('\n'), pollTimeout).toContain('The log could not be sealed')
    const readiness = async () => (await visitor(first.url).get('/readyz')).status
    await expect.poll(readiness, pollTimeout).toBe(200)
    expect(await first.stop()).toBe(0)

    chmodSync(seals, 0o644)
    const second = await createTestApp({ http: 'socket', folder })
    onTestFinished(second.kill)
    expect((await visitor(second.url).post('/api/prayers', prayer('sealed'))).status).toBe(201)
    await expect.poll(() => readFileSync(seals, 'utf8'), pollTimeout).toMatch(/^(\{.*\}\n){2,}$/)
    expect(await second.stop()).toBe(0)
  })
}
