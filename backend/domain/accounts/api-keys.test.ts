import { describe, expect, it } from 'vitest'
import { keyRights } from '../../../records/staff-rights.ts'
import { given } from '../../../test/support/spec.ts'
import { type ApiKeyCommand, type ApiKeyEvent, apiKeys } from './api-keys.ts'
import { rightsOfKey } from './staff-roles.ts'

const now = '2026-03-01T12:00:00.000Z'
const later = '2026-06-01T04:00:00.000Z'
const yearLater = '2027-03-02T05:00:00.000Z'

type Issue = Extract<ApiKeyCommand, { type: 'IssueApiKey' }>['data']
const issue = (details: Partial<Issue> = {}) =>
  ({
    type: 'IssueApiKey',
    data: { name: 'Phone bank', rights: ['volunteers'], until: later, now, held: [1, 2, 3], ...details },
  }) as const
const issued = (details: Partial<Extract<ApiKeyEvent, { type: 'ApiKeyIssued' }>['data']> = {}): ApiKeyEvent => ({
  type: 'ApiKeyIssued',
  data: { apiKeyId: 1, name: 'Phone bank', rights: ['volunteers'], until: later, ...details },
})
const revoke = (apiKeyId = 1) => ({ type: 'RevokeApiKey', data: { apiKeyId, reason: 'It leaked.' } }) as const
const revoked = (apiKeyId = 1): ApiKeyEvent => ({ type: 'ApiKeyRevoked', data: { apiKeyId, reason: 'It leaked.' } })

describe('an API key', () => {
  it('is issued with its rights and its end, and gets the next number', () => {
    given(apiKeys, []).when(issue()).then([issued()])
    given(apiKeys, [issued()])
      .when(issue({ name: 'Website' }))
      .then([issued({ apiKeyId: 2, name: 'Website' })])
  })
  it('must end later than now, and within a year', () => {
    given(apiKeys, [])
      .when(issue({ until: now }))
      .then('invalid')
    given(apiKeys, [])
      .when(issue({ until: yearLater }))
      .then([issued({ until: yearLater })])
    given(apiKeys, [])
      .when(issue({ until: '2027-03-04T05:00:00.000Z' }))
      .then('invalid')
  })
  it('has a name of its own among the keys in force', () => {
    given(apiKeys, [issued()])
      .when(issue({ name: 'PHONE bank' }))
      .then('conflict')
    given(apiKeys, [issued(), revoked()])
      .when(issue())
      .then([issued({ apiKeyId: 2 })])
    given(apiKeys, [issued({ until: now })])
      .when(issue())
      .then([issued({ apiKeyId: 2 })])
  })
  it('takes the name of one that was stopped, as by the demotion of its issuer', () => {
    given(apiKeys, [issued()])
      .when(issue({ held: [] }))
      .then([issued({ apiKeyId: 2 })])
    given(apiKeys, [issued(), issued({ apiKeyId: 2 })])
      .when(issue({ held: [2] }))
      .then('conflict')
  })
  it('is revoked once, also after its end', () => {
    given(apiKeys, [issued()]).when(revoke()).then([revoked()])
    given(apiKeys, [issued(), revoked()]).when(revoke()).thenNothing()
    given(apiKeys, [issued({ until: now })])
      .when(revoke())
      .then([revoked()])
    given(apiKeys, [issued()]).when(revoke(2)).then('not_found')
  })
  it('gives the rights that a key can hold, whatever stands in its row', () => {
    const rights = rightsOfKey(['volunteers', 'grants', 'accounts', 'unknown'])
    expect(keyRights.filter((right) => rights.has(right))).toEqual(['volunteers'])
    expect([rights.has('grants'), rights.has('accounts')]).toEqual([false, false])
  })
})
