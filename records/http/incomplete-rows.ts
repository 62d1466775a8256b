/**
 * In a row of an answer, the fields whose values the contract does not know: they are blank or missing. Other rows do not
 * have it.
 */
export const notShown = 'notShown'

/** The fields of this row that could not be shown. */
export function fieldsNotShown(row: object): readonly string[] {
  const fields: unknown = Reflect.get(row, notShown)
  return Array.isArray(fields) ? fields.map(String) : []
}
