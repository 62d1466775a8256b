/** A form’s message when there is no connection. Separate from the other messages, which load late. */
export const offlineForm =
  'You are offline. Everything you typed is still here. Submit it again once you are back online.'
