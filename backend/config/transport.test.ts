import { describe, expect, it } from 'vitest'
import { unencryptedConnections } from './transport.ts'

const none = { databaseUrl: undefined, databaseMigrationUrl: undefined, eventStoreUrl: undefined }

describe('names a connection outside the private network without verified TLS', () => {
  it.each(['db.example.org', '8.8.8.8', '[2001:db8::1]'])('to PostgreSQL at %s', (host) => {
    const [sentence, ...others] = unencryptedConnections({ ...none, databaseUrl: `postgres://a:b@${host}:5432/c` })
    expect(sentence).toBe(
      `PostgreSQL at ${host} is outside the private network, and the connection is not encrypted with a checked certificate: add ?sslmode=verify-full to DATABASE_URL.`,
    )
    expect(others).toEqual([])
    for (const mode of ['prefer', 'no-verify', 'disable'])
      expect(
        unencryptedConnections({ ...none, databaseMigrationUrl: `postgres://a:b@${host}/c?sslmode=${mode}` }),
      ).toMatchObject([expect.stringContaining('to DATABASE_MIGRATION_URL.')])
  })

  it.each([
    'esdb://a:b@log.example.org:2113?tls=false',
    'esdb+discover://10.0.0.1:2113,log.example.org:2113/?tlsVerifyCert=false',
  ])('to EventStoreDB: %s', (eventStoreUrl) => {
    expect(unencryptedConnections({ ...none, eventStoreUrl })).toEqual([
      'EventStoreDB at log.example.org is outside the private network, and the connection is not encrypted with a checked certificate: remove tls=false and tlsVerifyCert=false from EVENTSTORE_URL.',
    ])
  })

  it('and no other: with TLS, on this machine, or in the private network', () => {
    for (const databaseUrl of [
      undefined,
      'postgres://a:b@db/c',
      'postgres://a:b@127.0.0.1/c',
      'postgres://a:b@10.1.2.3/c',
      'postgres://a:b@db.internal/c',
      'postgres://a:b@db.example.org/c?sslmode=verify-full',
      'postgres://a:b@db.example.org/c?sslmode=require',
    ])
      expect([databaseUrl, unencryptedConnections({ ...none, databaseUrl })]).toEqual([databaseUrl, []])
    for (const eventStoreUrl of ['esdb://log.example.org:2113', 'esdb://eventstore:2113?tls=false'])
      expect(unencryptedConnections({ ...none, eventStoreUrl })).toEqual([])
  })
})
