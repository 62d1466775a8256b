export type Key = 'Escape' | 'ArrowLeft'

/** A browser that the tests drive, with one window. */
export type Engine = {
  goto(url: string): Promise<void>
  /** The value of an expression in the page, which must be JSON; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the mouse over the middle of the first element that the selector finds. */
  click(selector: string): Promise<void>
  /** Types into the first element that the selector finds, in place of its text. */
  fill(selector: string, text: string): Promise<void>
  /** Presses and releases a key in the element that has the focus. */
  press(key: Key): Promise<void>
  /** Removes all cookies, so that the visitor is signed out. */
  forgetCookies(): Promise<void>
  resize(size: { width: number; height: number }): Promise<void>
  /** The scripts’ errors since the last call. */
  takeErrors(): string[]
  /** The folder in which downloads arrive. */
  downloads: string
  close(): Promise<void>
}
