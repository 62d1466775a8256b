import { apiKey, apiKeyEnd } from '../../records/api-keys.ts'
import { impersonalIn } from '../../records/erasures.ts'
import type { ApiKeyEvent } from '../domain/accounts/api-keys.ts'
import { because, describes, type Topic } from './topic.ts'

export const apiKeys = {
  ...describes<ApiKeyEvent>(),
  events: {
    ApiKeyIssued: {
      item: null,
      impersonal: { ...impersonalIn(apiKey), ...because('Rights of the program.', 'rights') },
      audit: { isIncident: true, isTelling: true, alert: ['One API key was issued', 'API keys that were issued'] },
    },
    ApiKeyRevoked: { item: null, impersonal: impersonalIn(apiKeyEnd), audit: { isTelling: true } },
  },
  streams: ['api-keys'],
  commands: { IssueApiKey: 'Issue API key', RevokeApiKey: 'Revoke API key' },
} as const satisfies Topic<ApiKeyEvent>
