import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGoogleReader, ProviderRejected } from './providers.ts'

const issuer = 'https://accounts.example'
const clientId = 'campaign'
const nonce = 'the nonce of this visit'
const claims = { sub: '42', nonce, email: 'grace@example.org', email_verified: true, given_name: 'Grace' }

let keysUrl = ''
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let publicKeyText = ''
const server = createServer(async (_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', kid: 'one' }] }))
})
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  publicKeyText = JSON.stringify(await exportJWK(keys.publicKey))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  keysUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
})
afterAll(() => server.close())

const read = (token: string | undefined) =>
  createGoogleReader({ issuer, clientId, keysUrl, clientSecret: '', authorizeUrl: '', tokenUrl: '' })(token, nonce)

type Claims = JWTPayload & { iss?: string; aud?: string | string[]; iat?: number; exp?: number }

const now = () => Math.floor(Date.now() / 1000)
const payloadOf = (change: Claims): Claims => ({
  iss: issuer,
  aud: clientId,
  iat: now(),
  exp: now() + 300,
  ...claims,
  ...change,
})
const tokenWith = (change: Claims = {}) =>
  new SignJWT(payloadOf(change)).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(keys.privateKey)

describe('an ID token', () => {
  it('identifies a person', async () => {
    expect(await read(await tokenWith())).toEqual({
      subject: '42',
      email: 'grace@example.org',
      isEmailVerified: true,
      firstName: 'Grace',
      lastName: '',
    })
  })

  it('may name its issuer without the scheme', async () => {
    expect((await read(await tokenWith({ iss: 'accounts.example' }))).subject).toBe('42')
  })

  it.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another site', { aud: 'another' }],
    ['made for another site among several', { aud: [clientId, 'another'], azp: 'another' }],
    ['of another attempt', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: now() - 60 }],
    ['from long ago', { iat: now() - 3600 }],
    ['without a person', { sub: '' }],
  ])('%s is rejected', async (_what, change) => {
    await expect(read(await tokenWith(change))).rejects.toThrow(ProviderRejected)
  })

  it('that is forged is rejected: unsigned, with our public key as the secret, with another key, or missing', async () => {
    const unsigned = new UnsecuredJWT(payloadOf({})).encode()
    const confused = await new SignJWT(payloadOf({}))
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(new TextEncoder().encode(publicKeyText))
    const { privateKey } = await generateKeyPair('RS256')
    const strangers = await new SignJWT(payloadOf({})).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
    for (const token of [unsigned, confused, strangers, 'x.y.z', '', undefined])
      await expect(read(token)).rejects.toThrow(ProviderRejected)
  })

  it.each(['true', 1, false, undefined, null])(
    'with email_verified %j does not verify the address',
    async (verified) => {
      expect((await read(await tokenWith({ email_verified: verified }))).isEmailVerified).toBe(false)
    },
  )
})
