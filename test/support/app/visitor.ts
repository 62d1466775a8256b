import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { tokenIn } from '../mail/link-token.ts'
import type { RunningApp } from './app.ts'

export type Reply = { status: number; headers: Headers; text: string; json: unknown }

/** A person with their own browser: keeps cookies and sends a browser’s headers. */
export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  /** `body`: JSON, or the text of a CSV file. */
  post(path: string, body?: object | string, options?: { key?: string }): Promise<Reply>
  put(path: string, body: object): Promise<Reply>
  /** The same person at another process of the same site. */
  at(url: string): Visitor
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function visitor(url: string, cookies = new Map<string, string>()): Visitor {
  async function ask(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Reply> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, ...(cookie && { cookie }) },
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: parsed(text) }
  }
  return {
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, { key = randomUUID() } = {}) =>
      ask(path, {
        method: 'POST',
        headers: {
          'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
          'sec-fetch-site': 'same-origin',
          'idempotency-key': key,
        },
        ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    put: (path, body) =>
      ask(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(body),
      }),
    at: (other) => visitor(other, cookies),
  }
}

export const idOf = ({ json }: Reply): number => z.object({ id: z.int() }).parse(json).id

export const messageOf = ({ json }: Reply): string => z.object({ message: z.string() }).parse(json).message

/** The texts in the public list of prayers, newest first. */
export async function prayersSeenBy(person: Visitor): Promise<string[]> {
  const { json } = await person.get('/api/prayers')
  return z
    .array(z.object({ prayer: z.string() }))
    .parse(json)
    .map(({ prayer }) => prayer)
}

export const password = 'fifteen or more characters'

/** Registers as an ordinary supporter. */
export async function signUp(person: Visitor, email: string): Promise<Reply> {
  return person.post('/api/auth/register', { email, password, firstName: 'Ben', lastName: 'Supporter' })
}

/** Becomes the first admin with the printed link. */
export async function firstAdmin(app: RunningApp, email = 'ada@example.org'): Promise<Visitor> {
  const person = visitor(app.url)
  const token = tokenIn(app.firstAdminLink)
  const answer = await person.post('/api/auth/first-admin', {
    token,
    email,
    password,
    firstName: 'Ada',
    lastName: 'Admin',
  })
  if (answer.status !== 201) throw new Error(`The first admin could not be created: ${answer.status} ${answer.text}`)
  return person
}
