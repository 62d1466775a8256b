/** Under a field: its help, and its error, which is announced. `describedByNotes` points to them. */
export const FieldNotes = ({
  id,
  help,
  error,
}: {
  id: string
  help?: string | undefined
  error: string | undefined
}) => (
  <>
    {help && (
      <p className="field-help" id={`${id}-help`}>
        {help}
      </p>
    )}
    {error !== undefined && (
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    )}
  </>
)

/** The attributes of a field with these notes. */
export const describedByNotes = (id: string, help: string | undefined, error: string | undefined) => ({
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})
