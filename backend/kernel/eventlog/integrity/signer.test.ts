import { sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { newKeys } from '../../../../test/support/log/sealed-log.ts'
import { createCommandSigner, createKeySigner } from './signer.ts'

const hash = Buffer.alloc(32, 7)
const { privateKey, publicKey } = newKeys()
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A program that runs this text. */
const program = (text: string, options: { timeout?: number; environment?: Record<string, string> } = {}) =>
  createCommandSigner({ command: [process.execPath, '-e', text], publicKey, environment: { KEY: pem }, ...options })

const signing = `
  const bytes = require('node:fs').readFileSync(0)
  const text = require('node:crypto').sign(null, bytes, process.env.KEY).toString('base64')
`

it('a key signs', async () => {
  expect(verify(null, hash, publicKey, await createKeySigner(privateKey).sign(hash))).toBe(true)
})

it('a program signs its standard input, also with line breaks in its output', async () => {
  const signer = program(`${signing}; console.log(text.replace(/.{76}/, '$&\\n'))`)
  expect(await signer.sign(hash)).toEqual(sign(null, hash, privateKey))
})

it('a program sees only the environment that it is given', async () => {
  const strict = `${signing}; console.log(Object.keys(process.env).join() === 'KEY' ? text : '')`
  expect(await program(strict).sign(hash)).toHaveLength(64)
})

it('no shell reads the arguments', async () => {
  const command = [
    process.execPath,
    '-e',
    'process.exit(process.argv[1] === "$(id); `id`" ? 5 : 6)',
    '$(id); `id`',
  ] as const
  await expect(createCommandSigner({ command, publicKey, environment: {} }).sign(hash)).rejects.toThrow(
    'SEAL_KEY_COMMAND ended with exit code 5. The seals wait; run it by hand to see what is wrong.',
  )
})

const other = newKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

it.each([
  ['with another key', program(`${signing}; console.log(text)`, { environment: { KEY: other } }), 'with another key'],
  ['something else', program(`${signing}; console.log(text.slice(4))`), 'did not print a signature of 64 bytes'],
  ['nothing', program(''), 'did not print a signature of 64 bytes'],
  ['without an end', program('setInterval(() => {}, 1000)', { timeout: 300 }), 'did not answer within 0.3 s'],
  ['too much', program('console.log("A".repeat(100_000))'), 'printed more than 4096 bytes'],
  ['without reading, and fails', program('process.exit(1)'), 'ended with exit code 1'],
])('a program that signs %s is rejected in one sentence', async (_how, signer, reason) => {
  await expect(signer.sign(hash)).rejects.toThrow(reason)
})

it('a program that cannot be started is named as such', async () => {
  const missing = createCommandSigner({ command: ['/nowhere/sign'], publicKey, environment: {} })
  await expect(missing.sign(hash)).rejects.toThrow('names a program that does not exist')
  const folder = createCommandSigner({ command: ['/'], publicKey, environment: {} })
  await expect(folder.sign(hash)).rejects.toThrow('may not be executed')
})

it('a program is ended when the process stops', async () => {
  const stop = new AbortController()
  const signed = program('setInterval(() => {}, 1000)').sign(hash, stop.signal)
  stop.abort()
  await expect(signed).rejects.toThrow('was stopped')
})
