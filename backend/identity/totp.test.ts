import { expect, it } from 'vitest'
import { normalRecoveryCode, recoveryCode } from './recovery-codes.ts'
import { base32, codeAt, otpauthUri, stepAt, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, SHA-1, its last six digits; seconds since 1970.
it.for([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const)('at second %i the code is %s', ([seconds, code]) => {
  expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code)
})

it('accepts the code of the current, previous and next time step, and tells which', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  expect([-2, -1, 0, 1, 2].map((away) => stepOf(secret, codeAt(secret, step + away), now))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  for (const code of ['', '12345', '1234567', '１２３４５６', 'abcdef']) expect(stepOf(secret, code, now)).toBeNull()
})

// RFC 4648, section 10, without the padding.
it.for([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const)('writes %j as %j in base32', ([plain, text]) => {
  expect(base32(Buffer.from(plain))).toBe(text)
})

it('escapes names in the URI for authenticator apps', () => {
  const uri = otpauthUri({ secret: 'MZXW6', issuer: 'Ruth: for all & each', account: 'a+b@example.org' })
  expect(uri).toBe(
    'otpauth://totp/Ruth%20%20for%20all%20%26%20each:a%2Bb%40example.org?secret=MZXW6&issuer=Ruth%20%20for%20all%20%26%20each&algorithm=SHA1&digits=6&period=30',
  )
})

it('accepts recovery codes in any case, with or without the dash, and with look-alike letters', () => {
  const codes = Array.from({ length: 200 }, recoveryCode)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  expect(new Set(codes).size).toBe(200)
  expect(normalRecoveryCode(' ABCDE fgh1O ')).toBe('abcdefgh10')
  expect(normalRecoveryCode('abcde-fghlo')).toBe('abcdefgh10')
})
