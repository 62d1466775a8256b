import { mailConsents } from '../topics/mail-consents.ts'
import { preferences } from '../topics/preferences.ts'
import { supportersProjection } from './supporters.ts'

/** True for an event without which the tables that decide who is mailed would mail a person who said no. */
export const decidesMail = (projection: string, type: string): boolean =>
  projection === supportersProjection.name &&
  (Object.hasOwn(mailConsents.events, type) || Object.hasOwn(preferences.events, type))
