/** An error on its way to another thread: cloning alone would lose its code, which says what kind of error it is. */
export type CarriedError = { message: string; fields: { [name: string]: string | number | undefined } }

export function carried(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const own = Object.entries(error).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return { message: error.message, fields: { ...Object.fromEntries(own), name: error.name, stack: error.stack } }
}

export const revived = ({ message, fields }: CarriedError): Error => Object.assign(new Error(message), fields)
