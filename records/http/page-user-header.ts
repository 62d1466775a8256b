/**
 * Header of a write that a page of the site makes: the id of the user who opened the page. Where another user is
 * signed in by then, the answer is 409 with a code (problem-codes.ts) and nothing is saved.
 */
export const pageUserHeader = 'page-user'
