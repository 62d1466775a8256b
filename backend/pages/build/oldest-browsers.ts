/** The oldest browsers that the site works in. Syntax that they lack is rewritten by the build; functions are not. */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'] as const
