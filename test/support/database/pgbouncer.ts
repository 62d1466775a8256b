import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { postgresUser } from '../../../backend/kernel/database/embedded/postgres-user.ts'
import { freePort } from '../../../backend/kernel/database/embedded/process.ts'

const program = '/usr/sbin/pgbouncer'
export const hasPgBouncer = existsSync(program)

/** The same database through PgBouncer with these settings. */
export async function throughPgBouncer(databaseUrl: string, settings: string[]): Promise<string> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'campaign-pgbouncer-'))
  const port = await freePort()
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${serverPort} dbname=${name}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${join(folder, 'users.txt')}`,
    ...settings,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  const user = postgresUser() // PgBouncer refuses to run as root
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  const bouncer = spawn(program, [join(folder, 'pgbouncer.ini')], { ...user, stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = once(bouncer, 'exit')
    bouncer.kill('SIGINT')
    if (bouncer.exitCode === null) await ended
    rmSync(folder, { recursive: true })
  })
  await answers(port)
  const url = new URL(databaseUrl)
  url.port = String(port)
  return url.href
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await delay(50)
  }
  throw new Error('PgBouncer does not answer.')
}
