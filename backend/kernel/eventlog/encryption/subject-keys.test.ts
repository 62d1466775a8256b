import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asOwner, createTestDatabase } from '../../../../test/support/database/database.ts'
import type { SubjectKey, SubjectKeys } from './subject-keys.ts'
import { createMemorySubjectKeys } from './subject-keys-memory.ts'
import { createSubjectKeys } from './subject-keys-postgres.ts'

const masterKey = randomBytes(32)

/**
 * Two processes sharing one store. The other process may use a cached key for 5 s, on a clock that the test controls.
 */
const stores = {
  memory: async () => {
    const keys = createMemorySubjectKeys({ masterKey })
    return { keys, other: keys, passTime: () => {} }
  },
  PostgreSQL: async () => {
    const { pool } = await createTestDatabase()
    let time = 0
    const now = () => time
    const keys = createSubjectKeys({ pool, masterKey, now })
    const other = createSubjectKeys({ pool, masterKey, now })
    return {
      keys,
      other,
      passTime: () => {
        time += 5000
      },
    }
  },
} satisfies Record<string, () => Promise<{ keys: SubjectKeys; other: SubjectKeys; passTime: () => void }>>

describe.each(Object.entries(stores))('subject keys in %s', (_name, open) => {
  it('ignore the case of an address', async () => {
    const { keys, other } = await open()
    const subject = await keys.forEmail('Ruth@Example.org')
    expect(await keys.forEmail(' ruth@example.ORG ')).toBe(subject)
    expect(await other.find('ruth@example.org')).toBe(subject)
    expect(await keys.find('nobody@example.org')).toBeNull()
  })

  it('create one subject for an address requested many times at once by two processes', async () => {
    const { keys, other } = await open()
    const asked = Array.from({ length: 40 }, (_, n) => (n % 2 ? keys : other).forEmail(`person${n % 5}@example.org`))
    expect(new Set(await Promise.all(asked)).size).toBe(5)
  })

  it('give each subject its own key, the same in every process', async () => {
    const { keys, other } = await open()
    const subjects = await Promise.all([keys.forEmail('ruth@example.org'), keys.anonymous(), keys.anonymous()])
    const read = await keys.read(subjects)
    expect(await other.read(subjects)).toEqual(read)
    expect(new Set([...read.values()].map((key) => Buffer.from(key).toString('hex'))).size).toBe(3)
  })

  it('omit unknown subjects', async () => {
    const { keys } = await open()
    expect(await keys.read(['6f1e2c34-0000-4000-8000-000000000001', 'not a subject'])).toEqual(new Map())
  })

  it('forget a person immediately in this process, within 5 s in others, and for good', async () => {
    const { keys, other, passTime } = await open()
    const subject = await keys.forEmail('ruth@example.org')
    await other.read([subject])
    await keys.forget(subject)
    await keys.forget(subject)
    expect(await keys.read([subject])).toEqual(new Map([[subject, 'erased']]))
    passTime()
    expect(await other.read([subject])).toEqual(new Map([[subject, 'erased']]))
    expect(await other.find('ruth@example.org')).toBeNull()
  })

  it('treat an erased address as a new person', async () => {
    const { keys } = await open()
    const subject = await keys.forEmail('ruth@example.org')
    await keys.forget(subject)
    expect(await keys.forEmail('ruth@example.org')).not.toBe(subject)
  })
})

describe('subject keys in PostgreSQL', () => {
  it('do not serve a cached key once SubjectErased was seen in the log', async () => {
    const { keys, other } = await stores.PostgreSQL()
    const subject = await keys.forEmail('ruth@example.org')
    await other.read([subject])
    await keys.forget(subject)
    other.seenErased([subject])
    expect(await other.read([subject])).toEqual(new Map([[subject, 'erased']]))
  })

  it('also forget a key that was being read from the database', async () => {
    const { keys, other } = await stores.PostgreSQL()
    const subject = await other.forEmail('ruth@example.org')
    const [read] = await Promise.all([keys.read([subject]), keys.forget(subject)])
    expect([...read.keys()]).toEqual([subject])
    expect(await keys.read([subject])).toEqual(new Map([[subject, 'erased']]))
  })

  it('store no key, address or plain hash in the table, and nothing at all for an erased person', async () => {
    const { pool } = await createTestDatabase()
    const keys = createSubjectKeys({ pool, masterKey })
    const subject = await keys.forEmail('ruth@example.org')
    const [key] = (await keys.read([subject])).values()
    const row = async () => (await pool.query('SELECT * FROM eventlog.subject_keys')).rows[0]
    const { email_hash, wrapped_key } = await row()
    expect(wrapped_key.includes(Buffer.from(key ?? ''))).toBe(false)
    expect(email_hash.toString('hex')).toBe(keys.emailHash('ruth@example.org'))
    await keys.forget(subject)
    expect(await row()).toMatchObject({ email_hash: null, wrapped_key: null, erased_at: expect.any(String) })
  })

  it('cannot be decrypted with another master key', async () => {
    const { pool } = await createTestDatabase()
    const subject = await createSubjectKeys({ pool, masterKey }).anonymous()
    const stranger = createSubjectKeys({ pool, masterKey: randomBytes(32) })
    expect(await stranger.read([subject])).toEqual(new Map([[subject, 'damaged']]))
  })

  it('cannot be decrypted as another subject’s key', async () => {
    const { pool } = await createTestDatabase()
    const keys = createSubjectKeys({ pool, masterKey })
    const [a, b] = await Promise.all([keys.anonymous(), keys.anonymous()])
    await asOwner(
      pool,
      `UPDATE eventlog.subject_keys SET wrapped_key = (SELECT wrapped_key FROM eventlog.subject_keys WHERE subject = $1)
       WHERE subject = $2`,
      [a, b],
    )
    const read = await createSubjectKeys({ pool, masterKey }).read([a, b])
    expect(read).toEqual(new Map<string, SubjectKey>([...(await keys.read([a])), [b, 'damaged']]))
  })

  it('reject a master key of another length', () => {
    expect(() => createMemorySubjectKeys({ masterKey: randomBytes(16) })).toThrow(/32/)
  })
})
