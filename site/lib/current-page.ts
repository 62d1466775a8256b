import { paths } from './paths.ts'

/** For `aria-current` of a link: 'page' on the page it leads to, and on those below it. */
export function currentPage({ pathname }: URL): (path: string) => 'page' | undefined {
  const here = pathname.replace(/(?:\.html|\/)$/, '') || paths.home
  const isCurrent = (path: string) => here === path || (path !== paths.home && here.startsWith(`${path}/`))
  return (path) => (isCurrent(path) ? 'page' : undefined)
}
