import { plain, text } from './fields.ts'

/** Where, how and when a person agreed whom an import brought. What staff wrote about it may name people. */
export const consent = {
  consentSource: text(255, { label: 'Source of consent', erased: 'Erased' }),
  consentAt: plain('moment', 'Date of consent'),
}
