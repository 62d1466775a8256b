import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

/** A project of its own, since another `.env` may lie in this one; `read` starts a program in it. */
function project(dotEnv: string) {
  const root = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'backend', 'config')
  mkdirSync(folder, { recursive: true })
  const module = join(folder, 'environment.ts')
  copyFileSync(join(import.meta.dirname, 'environment.ts'), module)
  writeFileSync(join(root, '.env'), dotEnv)
  const program = `import { environment } from '${pathToFileURL(module)}'; console.log(JSON.stringify(environment()))`
  const read = (env: Record<string, string>, cwd = tmpdir()) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd,
        env,
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    )
  /** Text that it prints for the operator. */
  const said = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: tmpdir(), env, encoding: 'utf8' }).stderr
  return { root, read, said }
}

it('settings come from .env in the folder of the project, wherever a program is started; the environment wins', () => {
  const { read } = project('PORT=4000\nMAIL_FROM=news@example.org\n')
  expect(read({ PORT: '5000' })).toMatchObject({ PORT: '5000', MAIL_FROM: 'news@example.org' })
})

it('ENV_FILE names another file, or none', () => {
  const { root, read } = project('PORT=4000\n')
  const other = join(root, 'staging.env')
  writeFileSync(other, 'PORT=6000\n')
  expect(read({ ENV_FILE: other }).PORT).toBe('6000')
  expect(read({ ENV_FILE: '' })).not.toHaveProperty('PORT')
})

it('an authority in the file, which Node reads too late, is named with what to do', () => {
  const { root, said } = project('NODE_EXTRA_CA_CERTS=/etc/ssl/our-ca.pem\n')
  const sentence = `NODE_EXTRA_CA_CERTS in ${join(root, '.env')} has no effect`
  expect(said({})).toContain(sentence)
  expect(said({ NODE_EXTRA_CA_CERTS: join(root, '.env') })).not.toContain('has no effect')
})

it('a file that cannot be read ends the program with one sentence', () => {
  const { root, read } = project('')
  const missing = join(root, 'missing.env')
  expect(() => read({ ENV_FILE: missing })).toThrow(`The settings in ${missing} cannot be read: ENOENT.`)
})
