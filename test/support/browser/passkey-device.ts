import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../../../contract/auth-passkeys.ts'

/** Ways in which a test’s browser or device deviates from an honest one. */
export type Lies = {
  origin?: string
  rpId?: string
  /** Base64url. */
  challenge?: string
  type?: string
  isUserVerified?: boolean
  counter?: number
  credentialId?: string
  userHandle?: string | null
  /** Breaks the signature. */
  isForged?: boolean
}

export type Passkey = { id: string; answer(request: PasskeyRequest, lies?: Lies): PasskeyAnswer }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** CBOR (RFC 8949) of what an authenticator sends: small maps of integers, texts and bytes. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([major | length])
      : length < 256
        ? Buffer.from([major | 24, length])
        : Buffer.from([major | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(0x20, -1 - value) : head(0x00, value)
  if (typeof value === 'string') return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(0x40, value.length), value])
  const pairs = [...value].flatMap(([key, entry]) => [cbor(key), cbor(fits(entry))])
  return Buffer.concat([head(0xa0, value.size), ...pairs])
}

function fits(value: unknown): Parameters<typeof cbor>[0] {
  if (typeof value === 'number' || typeof value === 'string' || Buffer.isBuffer(value) || value instanceof Map)
    return value
  throw new Error('An authenticator sends nothing of this kind.')
}

const flags = ({ isUserVerified = true }: Lies, isNew: boolean) =>
  0x01 | (isUserVerified ? 0x04 : 0) | (isNew ? 0x40 : 0)

function counted(counter: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(counter)
  return bytes
}

/** An authenticator in software (ES256, no attestation), and the browser that it is used in. */
export function passkeyDevice(origin: string) {
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  /** Makes a passkey, and what the browser sends about it. */
  function make(options: PasskeyCreation, lies: Lies = {}): { credential: NewPasskey; passkey: Passkey } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = lies.credentialId === undefined ? randomBytes(32) : Buffer.from(lies.credentialId, 'base64url')
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    let counter = lies.counter ?? 0
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const authData = Buffer.concat([
      sha256(lies.rpId ?? options.rp.id),
      Buffer.from([flags(lies, true)]),
      counted(counter),
      Buffer.alloc(16),
      length,
      id,
      cbor(key),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const credential: NewPasskey = {
      id: encoded(id),
      rawId: encoded(id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData('webauthn.create', options.challenge, lies)),
        attestationObject: encoded(cbor(attestation)),
        transports: ['internal'],
      },
    }

    function answer(request: PasskeyRequest, lies: Lies = {}): PasskeyAnswer {
      counter = lies.counter ?? (counter === 0 ? 0 : counter + 1)
      const data = clientData('webauthn.get', request.challenge, lies)
      const authenticatorData = Buffer.concat([
        sha256(lies.rpId ?? request.rpId),
        Buffer.from([flags(lies, false)]),
        counted(counter),
      ])
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      if (lies.isForged) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1)
      const userHandle = lies.userHandle === undefined ? options.user.id : lies.userHandle
      return {
        id: lies.credentialId ?? encoded(id),
        rawId: lies.credentialId ?? encoded(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(data),
          authenticatorData: encoded(authenticatorData),
          signature: encoded(signature),
          ...(userHandle !== null && { userHandle }),
        },
      }
    }
    return { credential, passkey: { id: encoded(id), answer } }
  }

  return { make }
}
