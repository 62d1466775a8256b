import type { apiKey, apiKeyEnd } from '../../../records/api-keys.ts'
import type { KeyRight } from '../../../records/staff-rights.ts'
import type { Values } from '../../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

/** `until`: ISO 8601, UTC. */
type Issued<Right> = Values<typeof apiKey> & { rights: readonly Right[]; until: string }
type Revoked = { apiKeyId: number } & Values<typeof apiKeyEnd>

/**
 * Only admins issue keys, who hold every right; so a key holds none that its issuer lacks. `now`: ISO 8601, UTC. `held`: the
 * numbers of the keys that the server still holds. It stops those of an admin who was demoted, and a restored copy has none.
 */
export type ApiKeyCommand =
  | Fact<'IssueApiKey', Issued<KeyRight> & { now: string; held: readonly number[] }>
  | Fact<'RevokeApiKey', Revoked>
/** Rights that are no longer known stand in the log by their name. */
export type ApiKeyEvent = Fact<'ApiKeyIssued', { apiKeyId: number } & Issued<string>> | Fact<'ApiKeyRevoked', Revoked>

/** The key with number 1 comes first. */
type ApiKeys = readonly { name: string; until: string; isRevoked: boolean }[]

/** One stream, so that no two keys that work have one name. */
export const apiKeyStream = 'api-keys'

/** A year and the rest of its last day, in any time zone. */
const longest = 367 * 24 * 3600 * 1000

export const apiKeys: Decider<ApiKeys, ApiKeyCommand, ApiKeyEvent> = {
  initialState: [],
  decide(command, keys) {
    switch (command.type) {
      case 'IssueApiKey': {
        const { now, held, ...key } = command.data
        if (key.until <= now) throw new DomainError('invalid', 'The last day of a key must be today or later.')
        if (Date.parse(key.until) - Date.parse(now) > longest)
          throw new DomainError('invalid', 'The last day of a key must be within a year. Issue a new key then.')
        const works = ({ isRevoked, until }: ApiKeys[number], index: number) =>
          !isRevoked && until > now && held.includes(index + 1)
        if (keys.filter(works).some(({ name }) => name.toLowerCase() === key.name.toLowerCase()))
          throw new DomainError('conflict', `There is an API key named “${key.name}”. Choose another name.`)
        return [{ type: 'ApiKeyIssued', data: { apiKeyId: keys.length + 1, ...key } }]
      }
      case 'RevokeApiKey': {
        const key = keys[command.data.apiKeyId - 1]
        if (!key) throw new DomainError('not_found', 'API key not found.')
        return key.isRevoked ? [] : [{ type: 'ApiKeyRevoked', data: command.data }]
      }
    }
  },
  evolve(keys, event) {
    switch (event.type) {
      case 'ApiKeyIssued': {
        const { name, until } = event.data
        return [...keys, { name, until, isRevoked: false }]
      }
      case 'ApiKeyRevoked':
        return keys.map((key, index) => (index === event.data.apiKeyId - 1 ? { ...key, isRevoked: true } : key))
    }
  },
}
