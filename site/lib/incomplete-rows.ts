import type { Message } from './messages.ts'

/** Event of the window: some rows of an answer could not be shown completely. */
export const incompleteRows = 'incomplete-rows'

export const incompleteMessage: Message = {
  title: 'Something could not be shown',
  description: 'This page does not know some of the values here, and leaves them out.',
}
