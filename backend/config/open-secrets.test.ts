import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSecrets } from './open-secrets.ts'

function file(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, '.env')
  writeFileSync(path, 'APP_SECRET=x')
  chmodSync(path, mode)
  return path
}

it.each([0o644, 0o640, 0o664, 0o602])(
  'a file of mode %o is open to other users, and the sentence says how to close it',
  (mode) => {
    const path = file(mode)
    expect(openSecrets([path])).toEqual([
      `${path} holds secrets, and other users of this machine can read it. Run \`chmod 600 ${path}\`.`,
    ])
  },
)

it('a file that only its owner may read is not, nor is one that is missing', () => {
  expect(openSecrets([file(0o600), file(0o400), '/nowhere/.env', ''])).toEqual([])
})

it('a group of its own may read the file of another user, such as root, and others may not', () => {
  const path = file(0o640)
  const service = { uid: 54_321, gid: 54_321 }
  expect(openSecrets([path], service)).toEqual([])
  chmodSync(path, 0o644)
  expect(openSecrets([path], service)).toHaveLength(1)
})
