import type { PreferencesEvent } from '../domain/accounts/preferences.ts'
import { describes, type Topic } from './topic.ts'

export const preferences = {
  ...describes<PreferencesEvent>(),
  events: { PreferencesChanged: { item: { topic: 'preferences', idField: 'userId' } } },
  streams: ['preferences'],
} as const satisfies Topic<PreferencesEvent>
