/** A form that was sent without JavaScript and not taken: what its page shows again. */
export type PostedForm = {
  status: number
  /** One sentence for people. */
  message: string
  /** As they were typed, by field name; a list where several can be chosen. */
  values: { [field: string]: string | string[] }
  /** By field name. */
  errors: { [field: string]: string }
}
