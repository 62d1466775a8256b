import type { personalFields } from '../domain/index.ts'
import type { Row, Value } from './projection.ts'

/**
 * The domain's declaration of personal fields, by event type. Passed in, because this room imports only types from the
 * domain.
 */
export type RedactedValues = typeof personalFields

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Event fields as columns: `firstName` -> `first_name`. */
export const columnsOf = (fields: { [field: string]: Value }): Row =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value]))
