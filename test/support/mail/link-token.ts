/** The token of a mailed or printed link; '' without one. */
export const tokenIn = (link: string | null | undefined): string =>
  (link && URL.canParse(link) && new URL(link).searchParams.get('token')) || ''
