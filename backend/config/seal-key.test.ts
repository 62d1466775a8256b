import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newKeys, temporaryFolder } from '../../test/support/log/sealed-log.ts'
import { fingerprintOf, toPem } from '../kernel/eventlog/integrity/public-key.ts'
import { parseConfig } from './config.ts'
import { loadSealKey } from './load-seal-key.ts'
import { loadSecrets } from './secrets.ts'

const { privateKey, publicKey } = newKeys()
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const secrets = loadSecrets({ appSecret: Buffer.alloc(32, 9).toString('base64'), dataDir: '/nowhere' })
const keyOf = (env: Record<string, string>) => loadSealKey(parseConfig(env), secrets)

async function keyFile(text: string, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(), 'seal.pem')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

it('without a setting, the key derived from APP_SECRET signs', () => {
  const key = keyOf({})
  expect(key.publicKey.equals(secrets.sealing.publicKey)).toBe(true)
  expect(key.firstKey.equals(secrets.sealing.publicKey)).toBe(true)
})

describe('SEAL_KEY_FILE', () => {
  it.each([0o600, 0o400, 0o440])('signs with the key in a file of mode %o', async (mode) => {
    const key = keyOf({ SEAL_KEY_FILE: await keyFile(pem, mode) })
    expect(key.publicKey.equals(publicKey)).toBe(true)
    expect(key.firstKey.equals(secrets.sealing.publicKey)).toBe(true)
  })

  it.each([0o604, 0o644, 0o602, 0o620])('is rejected with mode %o', async (mode) => {
    const path = await keyFile(pem, mode)
    expect(() => keyOf({ SEAL_KEY_FILE: path })).toThrow(
      `SEAL_KEY_FILE (${path}) can be read by others, or changed by its group. Run \`chmod 600\` on it.`,
    )
  })

  it('is rejected when it is missing, a folder, or holds something else', async () => {
    expect(() => keyOf({ SEAL_KEY_FILE: '/nowhere/seal.pem' })).toThrow(
      'SEAL_KEY_FILE (/nowhere/seal.pem) does not exist.',
    )
    const folder = await temporaryFolder()
    expect(() => keyOf({ SEAL_KEY_FILE: folder })).toThrow('cannot be read (EISDIR).')
    const withPassword = privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString()
    for (const text of ['', 'words', toPem(publicKey), withPassword]) {
      const path = await keyFile(text)
      expect(() => keyOf({ SEAL_KEY_FILE: path })).toThrow(
        'is not an Ed25519 private key in PEM format, without a password.',
      )
    }
  })
})

describe('SEAL_KEY_COMMAND', () => {
  const line = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

  it.each([
    ['words', '/usr/bin/sign --key  seal', ['/usr/bin/sign', '--key', 'seal']],
    ['a JSON list', '["/usr/bin/sign", "the \\"seal\\" key"]', ['/usr/bin/sign', 'the "seal" key']],
  ])('is a program and its arguments: %s', (_how, SEAL_KEY_COMMAND, command) => {
    expect(parseConfig({ SEAL_KEY_COMMAND, SEAL_PUBLIC_KEY: line }).sealKey).toMatchObject({ command })
  })

  it.each([line, toPem(publicKey), toPem(publicKey).replaceAll('\n', '\\n')])('takes its public key as %s', (text) => {
    const key = keyOf({ SEAL_KEY_COMMAND: 'sign', SEAL_PUBLIC_KEY: text })
    expect(fingerprintOf(key.publicKey)).toBe(fingerprintOf(publicKey))
  })

  it.each([
    [{ SEAL_KEY_COMMAND: 'sign', SEAL_KEY_FILE: 'seal.pem', SEAL_PUBLIC_KEY: line }, 'either SEAL_KEY_FILE or'],
    [{ SEAL_KEY_COMMAND: 'sign' }, 'SEAL_KEY_COMMAND needs SEAL_PUBLIC_KEY'],
    [{ SEAL_KEY_COMMAND: 'sign', SEAL_PUBLIC_KEY: 'abc' }, 'SEAL_PUBLIC_KEY is not an Ed25519 public key'],
    [{ SEAL_PUBLIC_KEY: line }, 'SEAL_PUBLIC_KEY belongs to SEAL_KEY_COMMAND'],
    [{ SEAL_KEY_COMMAND: 'cat key | sign', SEAL_PUBLIC_KEY: line }, 'which no shell reads'],
    [{ SEAL_KEY_COMMAND: "sign 'seal key'", SEAL_PUBLIC_KEY: line }, 'which no shell reads'],
    [{ SEAL_KEY_COMMAND: '["sign", 7]', SEAL_PUBLIC_KEY: line }, 'which no shell reads'],
    [{ SEAL_KEY_COMMAND: '["sign"', SEAL_PUBLIC_KEY: line }, 'which no shell reads'],
    [{ SEAL_KEY_COMMAND: ' ', SEAL_PUBLIC_KEY: line }, 'which no shell reads'],
  ])('is rejected as %o', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(sentence)
  })
})
