/** The readable companion of the HttpOnly session cookie: without it, no one is signed in. */
export const hasSessionCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith('signed_in='))
