/** True when the browser keeps this site's cookies; `navigator.cookieEnabled` stays true in a Chromium that blocks them. */
export function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later, and is missing on plain HTTP
  const write = (cookie: string) => (document.cookie = cookie)
  write('cookies=kept; SameSite=Strict')
  const isKept = document.cookie.includes('cookies=kept')
  write('cookies=; Max-Age=0')
  return isKept
}
