/** The messages that the moderator reads; `post`: a reply. */
export const contentTypes = ['thread', 'post'] as const
