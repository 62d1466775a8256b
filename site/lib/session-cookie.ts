/** The readable companion of the HttpOnly session cookie: without it, no one is signed in. Over https it has a prefix. */
export const hasSessionCookie = () => /(?:^|; )(?:__Host-)?signed_in=/.test(document.cookie)
