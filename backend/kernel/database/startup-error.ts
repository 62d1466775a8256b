/** Something outside the program prevents the start; the message is one sentence that says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
