/** A form that was submitted without JavaScript and rejected, as its page shows it again. */
export type PostedForm = {
  status: number
  /** One sentence for people. */
  message: string
  /** As entered, by field name; a list where several can be selected. */
  values: { [field: string]: string | string[] }
  /** By field name. */
  errors: { [field: string]: string }
}
