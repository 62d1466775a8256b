/** The token at the start of a text: mail programs and trackers append to a link, such as '&utm_source=x'. */
export const tokenIn = (text: string): string => /^[\w.-]*/.exec(text)?.[0] ?? ''
