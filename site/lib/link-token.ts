/** The one-time token of the mailed link that opened this page; '' when there is none. */
export const linkToken = (): string => {
  const { search, hash } = location
  return new URLSearchParams(search).get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

/** Out of the address bar, the history and what is shared by mistake; the rest of the address stays. */
export function hideLinkToken(): void {
  const url = new URL(location.href)
  url.searchParams.delete('token')
  url.hash = ''
  history.replaceState(history.state, '', url)
}
