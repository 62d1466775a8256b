import { nullablePublicText, publicText } from './fields.ts'

/** Staff say it of an API key. */
export const apiKey = {
  name: publicText(60, { label: 'Name', impersonal: 'Staff name a program with it.' }),
}
export const apiKeyEnd = {
  reason: nullablePublicText(500, { label: 'Reason', impersonal: 'Staff say why a program may no longer do it.' }),
}
