/**
 * The message where a script is blocked, or gone with an older release of the site. Separate from the other messages,
 * which load late.
 */
export const notLoaded = 'This part of the page could not be loaded.'
