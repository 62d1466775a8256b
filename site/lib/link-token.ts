/** The one-time token of the emailed link that opened this page; '' when there is none. */
export const linkToken = (): string => {
  const { search, hash } = location
  return new URLSearchParams(search).get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

/** Removes the token from the address bar, so it stays out of the history and of shared links. */
export function hideLinkToken(): void {
  const url = new URL(location.href)
  url.searchParams.delete('token')
  url.hash = ''
  history.replaceState(history.state, '', url)
}
