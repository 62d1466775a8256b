import { z } from 'zod'

const format = z.enum(['csv', 'json'], 'Use csv or json.')

/**
 * `people`: who is in a file of people, by default without those who unsubscribed, complained or switched all email off,
 * since such a file is mostly used to write to them from elsewhere. The file of actions keeps each row, since it is a log,
 * and leaves their names out.
 */
export const exportQuery = z.strictObject({
  format,
  people: z.enum(['willing', 'everyone'], 'Use willing or everyone.').default('willing'),
})

export const recipientExportQuery = z.strictObject({ format: format.default('csv') })
