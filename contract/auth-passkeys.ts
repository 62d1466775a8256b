import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { currentUser } from './auth.ts'
import { noContent, requiredText, timestamp } from './fields.ts'

export const maxPasskeyName = 60

/** Bytes in base64url, as WebAuthn puts them into JSON. */
const bytes = (max: number) =>
  z
    .string()
    .max(max, 'This is too long.')
    .regex(/^[\w-]+$/, 'This must be base64url.')

const credential = {
  /** At most 1023 bytes. */
  id: bytes(1364),
  rawId: bytes(1364),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  /** Ignored. */
  clientExtensionResults: z.record(z.string().max(100), z.unknown()),
}

/** The registration of a new passkey: RegistrationResponseJSON of the Web Authentication standard. */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    authenticatorData: bytes(8000).optional(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/, 'This is no transport.'))
      .max(10)
      .optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: bytes(8000).optional(),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** A passkey’s answer: AuthenticationResponseJSON of the standard. */
export const passkeyAnswer = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(100).optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

const transports = z.array(z.string()).optional()
const knownCredential = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** PublicKeyCredentialRequestOptionsJSON: the challenge that a passkey signs. Valid for five minutes, once. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(knownCredential).optional(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** PublicKeyCredentialCreationOptionsJSON. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Stored by the maker of the device or a password manager, so that it survives the loss of the device. */
  isBackedUp: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const name = requiredText(maxPasskeyName)
const params = z.strictObject({ id: z.uuid('The id must be that of a passkey.') })

export const listPasskeys = endpoint('GET', '/api/auth/passkeys', {
  summary: 'The passkeys of the signed-in person, newest first.',
  schema: { response: { 200: z.array(passkey) } },
})

export const beginPasskey = endpoint('POST', '/api/auth/passkeys/options', {
  summary: 'Begin to add a passkey; takes a fresh proof.',
  schema: { response: { 200: passkeyCreation } },
})

export const addPasskey = endpoint('POST', '/api/auth/passkeys', {
  summary: 'Add the passkey that the browser made.',
  schema: { body: z.strictObject({ name, credential: newPasskey }), response: { 201: passkey } },
})

export const renamePasskey = endpoint('PUT', '/api/auth/passkeys/:id', {
  summary: 'Rename a passkey.',
  schema: { params, body: z.strictObject({ name }), response: { 200: passkey } },
})

export const removePasskey = endpoint('DELETE', '/api/auth/passkeys/:id', {
  summary: 'Remove a passkey, and end the other sessions that started with one; takes a fresh proof.',
  schema: { params, response: { 204: noContent } },
})

export const beginPasskeySignIn = endpoint('POST', '/api/auth/passkey/options', {
  summary: 'Begin to sign in with any person’s passkey.',
  schema: { response: { 200: passkeyRequest } },
})

export const passkeySignIn = endpoint('POST', '/api/auth/passkey', {
  summary: 'Sign in with a passkey, in the browser that began it; no second step follows.',
  schema: { body: z.strictObject({ credential: passkeyAnswer }), response: { 200: z.object({ user: currentUser }) } },
})

export const beginPasskeyStep = endpoint('POST', '/api/auth/second-factor/passkey/options', {
  summary: 'Begin the second step of signing in with a passkey of the account, and tell what else it has.',
  schema: {
    response: {
      200: z.object({
        /** null: the account has no passkey. */
        request: passkeyRequest.nullable(),
        hasApp: z.boolean(),
      }),
    },
  },
})

export const verifyPasskeyStep = endpoint('POST', '/api/auth/second-factor/passkey', {
  summary: 'Second step of signing in: a passkey of the account, instead of a code.',
  schema: { body: z.strictObject({ credential: passkeyAnswer }), response: { 200: z.object({ user: currentUser }) } },
})
