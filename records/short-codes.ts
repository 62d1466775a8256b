import { publicText } from './fields.ts'

const impersonal = 'Staff name a link with it.'

/** A short address of a page, for a poster, a flyer or a sign. */
export const shortCode = {
  code: publicText(32, { label: 'Code', impersonal }),
  name: publicText(100, { label: 'Name', impersonal }),
  path: publicText(500, { label: 'Page', impersonal }),
}

/** The part that staff may change once the code is printed. */
export const shortCodeWords = { name: shortCode.name, path: shortCode.path }

/** A campaign has dozens. */
export const maxShortCodes = 1000
