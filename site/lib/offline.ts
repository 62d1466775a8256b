/** What a form says when there is no connection. Apart from the other messages, which pages load late. */
export const offlineForm =
  'You are offline. Everything you typed is still here. Submit it again once you are back online.'
