import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Challenge, leadingZeroBits, proofHeader, proofText } from '../../records/http/proof-of-work.ts'
import { createTestApp } from '../support/app/app.ts'
import { ada } from '../support/app/real-identity.ts'

const { email, password } = ada

function solve({ token, bits }: Challenge): string {
  for (let nonce = 0; ; nonce++)
    if (leadingZeroBits(createHash('sha256').update(proofText(token, nonce)).digest()) >= bits)
      return `${token} ${nonce}`
}

/** After a hundred wrong passwords for each of the accounts, every one from another network. */
async function afterGuesses(accounts: string[]) {
  const auth = await createTestApp({ identity: 'real', rateLimits: 'on', formProofBits: 8 })
  await auth.post('register', ada)
  let place = 0
  const login = (account: string, word: string, proof?: string) => {
    place++
    return auth.post(
      'login',
      { email: account, password: word },
      {
        remoteAddress: `10.1.${place >> 8}.${place & 255}`,
        headers: proof === undefined ? {} : { [proofHeader]: proof },
      },
    )
  }
  for (const account of accounts)
    for (let guess = 0; guess < 100; guess++) expect((await login(account, 'wrong')).statusCode).toBe(401)
  return { ...auth, login }
}

describe('a hundred wrong passwords in a row, from anywhere', () => {
  it('make the next ones cost some work, and lock no one out', async () => {
    const { login } = await afterGuesses([email])
    const refused = await login(email.toUpperCase(), password)
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        message:
          'There were many wrong passwords for this account. Please turn on JavaScript and try again, or sign in with a magic link.',
        challenge: { token: expect.any(String), bits: 8 },
      },
    ])
    const proof = solve(refused.json().challenge)
    expect((await login(email, 'wrong', proof)).statusCode).toBe(401)
    expect((await login(email, password, proof)).statusCode).toBe(429) // It is valid once.
    const again = solve((await login(email, password)).json().challenge)
    expect((await login(email, password, again)).statusCode).toBe(200)
    // The row is over.
    expect((await login(email, 'wrong')).statusCode).toBe(401)
    expect((await login(email, password)).statusCode).toBe(200)
  })

  it('do not reveal who has an account, and a proof for one account does not work for another', async () => {
    const unknown = 'unknown@example.org'
    const { login } = await afterGuesses([email, unknown])
    const [known, other] = [await login(email, 'wrong'), await login(unknown, 'wrong')]
    expect([other.statusCode, other.json().message]).toEqual([known.statusCode, known.json().message])
    expect((await login(email, password, solve(other.json().challenge))).statusCode).toBe(429)
    expect((await login(email, password, solve(known.json().challenge))).statusCode).toBe(200)
  })
})
