import { Field } from './Field.tsx'

/** Five digits, as the server asks; phones show their keys for numbers. */
export const ZipCodeField = ({ isMarked }: { isMarked?: boolean }) => (
  <Field name="zipCode" label="ZIP code" autoComplete="postal-code" inputMode="numeric" isMarked={isMarked} />
)
