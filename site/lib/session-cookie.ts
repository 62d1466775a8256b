/** The readable companion of the HttpOnly session cookie: without it there is nobody to ask the server about. */
export const hasSessionCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith('signed_in='))
