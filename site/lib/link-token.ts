import { tokenIn } from '../../contract/link-token.ts'

/** The token of the emailed or printed link that opened this page; '' when there is none. */
export const linkToken = (): string => {
  const { search, hash } = location
  // Links in older emails carry it after a '#'.
  return tokenIn(new URLSearchParams(search).get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? '')
}

/** True when opening the link removes a password, unless the person who set it is signed in here. */
export const linkRemovesPassword = (): boolean => new URLSearchParams(location.search).get('removes') === 'password'

/** Also removes the token from the address bar, so it stays out of the history and of shared links. */
export function takeLinkToken(): string {
  const token = linkToken()
  if (token === '') return ''
  const url = new URL(location.href)
  url.searchParams.delete('token')
  url.searchParams.delete('removes')
  url.hash = ''
  history.replaceState(history.state, '', url)
  return token
}
